import type { Plugin } from "vite";

/** Does more with a build once everything of it is in its folder; such steps run one after another. */
export function afterBuild(name: string, work: (folder: string) => Promise<void>): Plugin {
  return {
    name,
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir: folder }) {
        if (folder === undefined) throw new Error("The build has no folder");
        await work(folder);
      },
    },
  };
}
