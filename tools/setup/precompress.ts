// `node tools/setup/precompress.ts <folder>` writes a .br and a .gz beside every text file of a build, so that the server
// never compresses static files.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const MINIMUM_BYTES = 1024;
const TEXT_LIKE = new Set([".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".webmanifest", ".xml"]);

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length <= MINIMUM_BYTES) return;
  const variants = [
    [
      ".br",
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    ],
    [".gz", gzipped(content, { level: 9 })],
  ] as const;
  for (const [extension, work] of variants) {
    const compressed = await work;
    if (compressed.length < content.length) await writeFile(`${path}${extension}`, compressed);
  }
}

/** Skips files of 1 KB and less, which compression hardly shrinks. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT_LIKE.has(extname(entry.name)));
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder) {
    console.error("usage: node tools/setup/precompress.ts <folder>");
    process.exit(2);
  }
  await precompress(folder);
}
