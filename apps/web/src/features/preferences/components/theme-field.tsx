import { Monitor, Moon, Sun } from "lucide-react";
import type { Theme } from "#lib/theme.ts";
import { ChoiceField } from "#ui/choice-field.tsx";

const themes = [
  { value: "system", label: "Sistema", icon: <Monitor aria-hidden /> },
  { value: "light", label: "Claro", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Oscuro", icon: <Moon aria-hidden /> },
] as const satisfies readonly { value: Theme; label: string; icon: unknown }[];

export function ThemeField({ value, onChange }: { value: Theme; onChange: (theme: Theme) => void }) {
  return (
    <div className="surface-card p-4 md:p-5">
      <ChoiceField label="Tema" choices={themes} value={value} onChange={onChange} />
    </div>
  );
}
