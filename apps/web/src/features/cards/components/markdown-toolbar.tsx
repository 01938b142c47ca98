import { Bold, Code, Eye, ImagePlus, Italic, List, Sigma, SquareDashed } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { Tool } from "#features/cards/cards.editing.ts";
import { ACCEPTED_FILES } from "#features/media/media.files.ts";
import { formatChord } from "#lib/shortcut.ts";
import { cx } from "#ui/cx.ts";
import { IconButton, type IconButtonProps } from "#ui/icon-button.tsx";
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

/** Links have a shortcut but no button, because cards seldom contain links. */
const toolButtons: { tool: Tool; label: string; icon: ReactNode }[] = [
  { tool: "gap", label: "Hueco", icon: <SquareDashed /> },
  { tool: "bold", label: "Negrita", icon: <Bold /> },
  { tool: "italic", label: "Cursiva", icon: <Italic /> },
  { tool: "code", label: "Código", icon: <Code /> },
  { tool: "list", label: "Lista", icon: <List /> },
  { tool: "formula", label: "Fórmula", icon: <Sigma /> },
];

type MarkdownToolbarProps = {
  onTool: (tool: Tool) => void;
  onFiles: (files: Iterable<File>) => void;
  preview: boolean;
  onPreview: (preview: boolean) => void;
};

export function MarkdownToolbar({ onTool, onFiles, preview, onPreview }: MarkdownToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Formato"
      className="-mx-1.5 flex shrink-0 overflow-x-auto rounded-control [scrollbar-width:none] xl:gap-1"
    >
      {toolButtons.map(({ tool, label, icon }) => (
        <ToolButton
          key={tool}
          label={label}
          chord={formatChord(toolKeys[tool].code.slice("Key".length), toolKeys[tool])}
          icon={icon}
          disabled={preview}
          onClick={() => onTool(tool)}
        />
      ))}
      <FileButton onFiles={onFiles} disabled={preview} />
      <ToolButton
        label="Vista previa"
        icon={<Eye />}
        aria-pressed={preview}
        onClick={() => onPreview(!preview)}
        className={cx("ml-auto xl:hidden", preview && "bg-brand-soft text-brand-ink")}
      />
    </div>
  );
}

type ToolButtonProps = IconButtonProps & { chord?: ReturnType<typeof formatChord> };

function ToolButton({ chord: shortcut, ...buttonProps }: ToolButtonProps) {
  return (
    <Tooltip label={shortcut ? `${buttonProps.label} (${shortcut.shown})` : buttonProps.label}>
      <IconButton
        {...buttonProps}
        aria-keyshortcuts={shortcut?.aria}
        // Keeps the focus in the text field, so that the on-screen keyboard of a phone stays open.
        onPointerDown={(event) => event.preventDefault()}
      />
    </Tooltip>
  );
}

function FileButton({ onFiles, disabled }: { onFiles: (files: Iterable<File>) => void; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton
        label="Imagen o audio"
        icon={<ImagePlus />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
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
