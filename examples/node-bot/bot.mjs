// A bot in Node without any package: FREIGHTYARD_TOKEN=… node bot.mjs http://localhost:8323 [games]
// It accepts every invitation and plays any legal move. Write a better `choose`.
const [server, games = Infinity] = process.argv.slice(2);
const headers = { authorization: `Bearer ${process.env.FREIGHTYARD_TOKEN}`, "content-type": "application/json" };
const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

const choose = (view) => view.legal[Math.floor(Math.random() * view.legal.length)];

// Ask until there is an answer: whatever is sent twice is done once.
async function post(path, body = {}) {
  for (;;) {
    const answer = await fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return await answer.json().catch(() => ({}));
    await sleep(Number(answer?.headers.get("retry-after")) || 1);
  }
}

const finished = new Set();
async function hear(message) {
  const { type, table, ply } = message;
  if (type === "invitation") await post(`/api/tables/${table}/accept`);
  if (type === "end") finished.add(table) && console.log(`${table}: ${JSON.stringify(message.outcome ?? message.why)}`);
  if (type !== "turn") return;
  const answer = await post("/api/moves", { type: "moves", table, ply, moves: [choose(message.view)] });
  if (answer.type !== "accepted") console.error(`${table}: ${answer.why} ${answer.rule ?? ""}`);
}

// Read the stream of events, line by line; when it breaks, begin again: it starts with everything that is under way.
while (finished.size < games) {
  try {
    const stream = await fetch(`${server}/api/events`, { headers });
    if (stream.status === 401 || stream.status === 403) throw Object.assign(new Error((await stream.json()).why), { final: true });
    let text = "";
    for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split("\n");
      text = lines.pop();
      for (const line of lines) if (line.trim()) await hear(JSON.parse(line));
      if (finished.size >= games) process.exit(0);
    }
  } catch (error) {
    if (error.final) throw error;
  }
  await sleep(0.5);
}
