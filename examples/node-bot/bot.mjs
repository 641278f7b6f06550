// A bot in Node without any package: FREIGHTYARD_TOKEN=… node bot.mjs http://localhost:8323
import { createHash, randomBytes } from "node:crypto";

const server = process.argv[2];
const headers = { authorization: `Bearer ${process.env.FREIGHTYARD_TOKEN}`, "content-type": "application/json" };
const choose = (view) => view.legal[Math.floor(Math.random() * view.legal.length)]; // any legal move: write a better one
const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
const bytes = {}; // what it adds to the cards, by its seal: sealed when it sits down, sent when nobody can seal any more
function seal(addition = randomBytes(16).toString("hex")) {
  const seal = createHash("sha256").update(`freightyard seal 1: ${addition}`).digest("hex");
  bytes[seal] = addition;
  return { seal };
}
async function post(path, body) { // until there is an answer: whatever is sent twice is done once
  for (;;) {
    const answer = await fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 429) return await answer.json().catch(() => ({}));
    await sleep(Number(answer?.headers.get("retry-after")) || 1);
  }
}
async function hear({ type, table, ply, view, seat, seals = [], outcome, why }) {
  const addition = bytes[seals[seat - 1]];
  if (type === "invitation") await post(`/api/tables/${table}/accept`, seal());
  if (type === "mixing" && addition) await post(`/api/tables/${table}/add`, { addition });
  if (type === "mixing") delete bytes[seals[seat - 1]]; // they are for one table and for one list of seals alone
  if (type === "end") console.log(`${table}: ${JSON.stringify(outcome ?? why)}`);
  const answer = type === "turn" && (await post("/api/moves", { type: "moves", table, ply, moves: [choose(view)] }));
  if (answer && answer.type !== "accepted") console.error(`${table}: ${answer.why} ${answer.rule ?? ""}`);
}
for (;; await sleep(0.5)) { // the stream begins with everything that is under way: when it breaks, read it anew
  try {
    let text = "", stream = await fetch(`${server}/api/events`, { headers });
    if ([401, 403].includes(stream.status)) process.exit(console.error((await stream.json()).why) ?? 1);
    for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split("\n");
      text = lines.pop();
      for (const line of lines) if (line.trim()) await hear(JSON.parse(line));
    }
  } catch (error) { console.error(error.cause ? `again, after: ${error.message}` : error.stack); }
}
