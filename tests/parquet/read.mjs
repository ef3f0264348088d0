// What docs/collection.md says of DuckDB, done: ratings out of the rows, the rows as Parquet and back.
// usage: read.mjs decisions.csv.gz (in a folder that may be written to)
import {DuckDBInstance} from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create()).connect();
const rows = async sql => (await connection.runAndReadAll(sql)).getRows().map(row => row.map(v => typeof v === 'bigint' ? Number(v) : v));
const all = `FROM '${process.argv[2]}'`;

for (const [player, decisions, pr] of await rows(
    `SELECT player, count(*) AS decisions, 500 * avg(error) AS pr ${all} WHERE counted > 0 GROUP BY player ORDER BY player`))
    console.log(`${player}\t${decisions}\t${pr.toFixed(3)}`);

await connection.run(`COPY (SELECT * ${all}) TO 'decisions.parquet' (FORMAT parquet)`);
const [[there, missing, added]] = await rows(`SELECT (SELECT count(*) ${all}),
    (SELECT count(*) FROM (SELECT * ${all} EXCEPT SELECT * FROM 'decisions.parquet')),
    (SELECT count(*) FROM (SELECT * FROM 'decisions.parquet' EXCEPT SELECT * ${all}))`);
console.log(`${there} rows, ${missing} missing, ${added} added`);
