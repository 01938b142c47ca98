// `npm run sbom [-- FILE]` writes a software bill of materials, in CycloneDX (default: sbom.cdx.json).
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./child-processes.ts";

const file = path.resolve(process.argv[2] ?? path.join(root, "sbom.cdx.json"));
// Only production dependencies: development tools are not deployed.
const { stdout } = await promisify(execFile)(
  "npm",
  ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"],
  { cwd: root, maxBuffer: 64 * 1024 * 1024 },
);
const { specVersion, components } = JSON.parse(stdout);
await writeFile(file, stdout);
console.log(`${file}: CycloneDX ${specVersion}, ${components.length} components`);
