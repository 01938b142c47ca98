// `npm run sbom [-- FILE]` writes what the product is made of, in CycloneDX (default: sbom.cdx.json).
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./child-processes.ts";

const file = path.resolve(process.argv[2] ?? path.join(root, "sbom.cdx.json"));
// Of what runs: tools of development are no part of a deployment.
const { stdout } = await promisify(execFile)(
  "npm",
  ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"],
  { cwd: root, maxBuffer: 64 * 1024 * 1024 },
);
const { specVersion, components } = JSON.parse(stdout);
await writeFile(file, stdout);
console.log(`${file}: CycloneDX ${specVersion}, ${components.length} components`);
