import { Bold, Code, ImagePlus, Italic, List, Sigma, SquareDashed } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { Tool } from "#features/cards/editor/editor.tools.ts";
import { ACCEPTED_FILES } from "#features/media/media.files.ts";
import { formatChord } from "#lib/shortcut.ts";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

/** The keyboard shortcut of each tool: a `KeyboardEvent.code` together with Control or ⌘, and Shift if `shift` is true. */
export const toolKeys: Record<Tool, { code: string; shift: boolean }> = {
  gap: { code: "KeyC", shift: true },
  bold: { code: "KeyB", shift: false },
  italic: { code: "KeyI", shift: false },
  code: { code: "KeyE", shift: false },
  list: { code: "KeyL", shift: true },
  formula: { code: "KeyM", shift: false },
  link: { code: "KeyK", shift: false },
};

/**
 * Links have a shortcut but no button, because cards seldom contain links. The gap, which has its own button, is named
 * by a word: no sign for it is known.
 */
const toolButtons: { tool: Tool; label: string; icon: ReactNode }[] = [
  { tool: "bold", label: "Negrita", icon: <Bold /> },
  { tool: "italic", label: "Cursiva", icon: <Italic /> },
  { tool: "formula", label: "Fórmula", icon: <Sigma /> },
  { tool: "list", label: "Lista", icon: <List /> },
  { tool: "code", label: "Código", icon: <Code /> },
];

type MarkdownToolbarProps = {
  onTool: (tool: Tool) => void;
  onFiles: (files: Iterable<File>) => void;
  className?: string;
};

export function MarkdownToolbar({ onTool, onFiles, className }: MarkdownToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Formato"
      className={cx("flex shrink-0 overflow-x-auto rounded-control [scrollbar-width:none]", className)}
    >
      <ToolButton
        label="Hueco"
        icon={<SquareDashed />}
        isNamed
        tip="Ocultar lo seleccionado"
        chord={getChord("gap")}
        onClick={() => onTool("gap")}
      />
      <FileButton onFiles={onFiles} />
      {toolButtons.map(({ tool, label, icon }) => (
        <ToolButton key={tool} label={label} icon={icon} chord={getChord(tool)} onClick={() => onTool(tool)} />
      ))}
    </div>
  );
}

const getChord = (tool: Tool) => formatChord(toolKeys[tool].code.slice("Key".length), toolKeys[tool]);

type ToolButtonProps = {
  label: string;
  icon: ReactNode;
  /** Shows the label. */
  isNamed?: boolean;
  /** Shown on hover instead of the label. */
  tip?: string;
  chord?: ReturnType<typeof formatChord>;
  onClick: () => void;
};

function ToolButton({ label, icon, isNamed = false, tip = label, chord: shortcut, onClick }: ToolButtonProps) {
  return (
    <Tooltip label={shortcut ? `${tip} (${shortcut.shown})` : tip}>
      <IconButton
        label={label}
        icon={
          isNamed ? (
            <span className="flex items-center gap-1.5 font-semibold text-brand-ink text-sm">
              {icon}
              {label}
            </span>
          ) : (
            icon
          )
        }
        aria-keyshortcuts={shortcut?.aria}
        // Keeps the focus in the text field, so that the on-screen keyboard of a phone stays open.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onClick}
        className={cx("md:pointer-fine:h-9", isNamed ? "w-auto px-2.5 hover:bg-brand-soft" : "md:pointer-fine:w-9")}
      />
    </Tooltip>
  );
}

function FileButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton label="Imagen o audio" icon={<ImagePlus />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        data-option=""
        multiple
        accept={ACCEPTED_FILES}
        aria-label="Elegir imagen o audio"
        tabIndex={-1}
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Without this, choosing the same file again would not fire a change event.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
