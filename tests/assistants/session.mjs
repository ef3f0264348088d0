// A session of a client that others wrote with `kibitzer mcp`: session.mjs CLIENT ERA KIBITZER ROOT DB
// CLIENT: sdk (@modelcontextprotocol/sdk) or client (@modelcontextprotocol/client); ERA: old or new, the second only knows.
// Both validate structured content against the tools' output schemas themselves. Prints what was done, a line each.
import assert from "node:assert";

const [which, era, program, root, db] = process.argv.slice(2);
const { Client } = await import(which === "sdk" ? "@modelcontextprotocol/sdk/client/index.js" : "@modelcontextprotocol/client");
const { StdioClientTransport } = await import(which === "sdk" ? "@modelcontextprotocol/sdk/client/stdio.js" : "@modelcontextprotocol/client/stdio");
const opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10";
const client = new Client({ name: "check", version: "1" }, era === "new" ? { versionNegotiation: { mode: "auto" } } : {});
const faults = [];
client.onerror = (error) => faults.push(error);
await client.connect(new StdioClientTransport({ command: program, args: ["mcp", "--root", root, "--db", db] }));
console.log("connected to", client.getServerVersion().name);
assert.match(client.getInstructions(), /never as instructions/);

const call = async (name, args, options) =>
    which === "sdk" ? client.callTool({ name, arguments: args }, undefined, options) : client.callTool({ name, arguments: args }, options);

const { tools } = await client.listTools();
console.log("tools:", tools.map((tool) => tool.name).join(" "));
assert(tools.every((tool) => tool.annotations.readOnlyHint && tool.outputSchema));

const calls = [
    ["hint", { position: opening }], ["cube", { position: opening, scores: 2 }], ["rollout", { position: opening, trials: 36 }],
    ["board", { position: opening }], ["errors", { limit: 2 }], ["stats", { by: "year", limit: 2 }], ["find", { theme: "hit", limit: 2 }],
    ["study", { name: "Ann" }], ["convert", { file: "club-final.mat", to: "text" }], ["analyze", {}],
    ["analyze", { file: "club-final.mat", level: "0ply" }],
];
for (const [name, args] of calls) {
    const result = await call(name, args);
    assert(!result.isError, JSON.stringify(result));
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    console.log("called", name);
}
assert.equal((await call("hint", { position: opening })).structuredContent.plays[0].play, "8/5 6/5");
assert((await call("hint", { position: "nonsense" })).isError);
console.log("refused a position");

const told = [];
await call("rollout", { position: opening, trials: 432 }, { onprogress: (p) => told.push(p.progress), timeout: 600000 });
assert(told.length > 0 && told.every((p, i) => i === 0 || p > told[i - 1]), `progress: ${told}`);
console.log("heard of progress");

const controller = new AbortController();
setTimeout(() => controller.abort("enough"), 1000);
await assert.rejects(call("rollout", { position: opening, trials: 1000000 }, { signal: controller.signal, timeout: 600000 }));
const begun = Date.now();
await call("hint", { position: opening, level: "0ply" });
assert(Date.now() - begun < 20000);
console.log("cancelled a call");

await assert.rejects(call("no_such_tool", {}));
await client.close();
assert.deepEqual(faults, []);
console.log("closed");
