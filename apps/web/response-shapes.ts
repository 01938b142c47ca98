import path from "node:path";
import { type Plugin, runnerImport } from "vite";
import { applyEdits, type Edit, endpointProperties, propertyName, type SyntaxNode } from "./source-edits.ts";

const contract = path.resolve(import.meta.dirname, "../../packages/contract/src");

async function loadShapes(): Promise<Map<string, string>> {
  // One import, so that there is one instance of every module of the contract.
  const { module } = await runnerImport<typeof import("@repasa/contract/response-shape.ts")>(
    path.join(contract, "response-shape.ts"),
    { root: contract, configFile: false, logLevel: "warn" },
  );
  return module.describeResponses();
}

/** Adds the shape of its response to each endpoint, so that the browser can check responses without zod. */
export function responseShapes(): Plugin {
  let shapes: Promise<Map<string, string>> | undefined;
  return {
    name: "response-shapes",
    async buildStart() {
      // Loading needs the bundler's threads, and on few cores all of them may wait for a transform.
      shapes ??= loadShapes();
      await shapes;
    },
    hotUpdate({ file }) {
      if (file.startsWith(contract)) shapes = undefined;
    },
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w.-]+\.ts$/, code: /defineEndpoint\(\{/ },
      async handler(code) {
        shapes ??= loadShapes();
        const loaded = await shapes;
        const program = this.parse(code, { lang: "ts" }) as unknown as SyntaxNode;
        const edits = endpointProperties(program).flatMap((properties) => insertShape(properties, loaded));
        return { code: applyEdits(code, edits), map: null };
      },
    },
  };
}

function insertShape(properties: readonly SyntaxNode[], shapes: ReadonlyMap<string, string>): Edit[] {
  const textOf = (name: string) => {
    const value = properties.find((property) => propertyName(property) === name)?.value;
    return String((value as SyntaxNode | undefined)?.value);
  };
  const response = properties.find((property) => propertyName(property) === "response");
  if (!response) return [];
  const shape = shapes.get(`${textOf("method")} ${textOf("path")}`);
  if (shape === undefined) throw new Error(`${textOf("method")} ${textOf("path")} is in no table of the contract`);
  return [{ start: response.start, end: response.start, text: `shape: ${shape}, ` }];
}
