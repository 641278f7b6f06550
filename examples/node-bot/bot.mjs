// A bot in Node without any package: FREIGHTYARD_TOKEN=… node bot.mjs http://localhost:8323
// It accepts every invitation and plays any legal move. Write a better `choose`.
import { createHash, randomBytes } from "node:crypto";

const server = process.argv[2];
const headers = { authorization: `Bearer ${process.env.FREIGHTYARD_TOKEN}`, "content-type": "application/json" };
const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

const choose = (view) => view.legal[Math.floor(Math.random() * view.legal.length)];

// Ask until there is an answer: whatever is sent twice is done once.
async function post(path, body) {
  for (;;) {
    const answer = await fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return await answer.json().catch(() => ({}));
    await sleep(Number(answer?.headers.get("retry-after")) || 1);
  }
}

// What it adds to the cards, so that nobody can choose them: sealed when it sits down, sent when nobody can seal any more.
const bytes = {};
function seal() {
  const addition = randomBytes(16).toString("hex");
  const seal = createHash("sha256").update(`freightyard seal 1: ${addition}`).digest("hex");
  bytes[seal] = addition;
  return { seal };
}

async function hear(message) {
  const { type, table, ply, seat, seals } = message;
  if (type === "invitation") await post(`/api/tables/${table}/accept`, seal());
  if (type === "mixing") await post(`/api/tables/${table}/add`, { addition: bytes[seals[seat - 1]] });
  if (type === "end") console.log(`${table}: ${JSON.stringify(message.outcome ?? message.why)}`);
  if (type !== "turn") return;
  const answer = await post("/api/moves", { type: "moves", table, ply, moves: [choose(message.view)] });
  if (answer.type !== "accepted") console.error(`${table}: ${answer.why} ${answer.rule ?? ""}`);
}

// Read the stream of events, line by line; when it breaks, begin again: it starts with everything that is under way.
for (;; await sleep(0.5)) {
  try {
    const stream = await fetch(`${server}/api/events`, { headers });
    if ([401, 403].includes(stream.status)) { console.error((await stream.json()).why); process.exit(1); }
    let text = "";
    for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split("\n");
      text = lines.pop();
      for (const line of lines) if (line.trim()) await hear(JSON.parse(line));
    }
  } catch (error) { console.error(error.cause ? `again, after: ${error.message}` : error.stack); }
}
