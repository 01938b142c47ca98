import type { Class } from "@repasa/contract/classes.ts";
import { GraduationCap } from "lucide-react";
import { describeRole } from "#features/classes/classes.wording.ts";
import { paths } from "#paths.ts";
import { IconTile } from "#ui/icon-tile.tsx";
import { LinkedRow } from "#ui/linked-row.tsx";

export function ClassRow({ one, level }: { one: Class; level: 2 | 3 }) {
  return (
    <LinkedRow
      face={<IconTile icon={<GraduationCap />} size="size-10" />}
      title={one.name}
      level={level}
      link={{ href: paths.classes(one.id), text: "Ver la clase" }}
    >
      <p className="tabular text-ink-soft text-sm">{describeRole(one)}</p>
    </LinkedRow>
  );
}
