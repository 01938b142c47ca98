import { gapNumbers } from "@repasa/card-text/gaps.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  createInsertion,
  createToolEdit,
  looksLikeMarkdown,
  readSelection,
  type Tool,
} from "#features/cards/cards.editing.ts";
import { joinTags, parseFormat, parseTags } from "#features/cards/cards.fields.ts";
import { CardPreview } from "#features/cards/components/card-preview.tsx";
import { DuplicateNotice } from "#features/cards/components/duplicate-notice.tsx";
import { FormatSwitch, ReverseSwitch } from "#features/cards/components/format-switch.tsx";
import { MarkdownToolbar } from "#features/cards/components/markdown-toolbar.tsx";
import { TagField } from "#features/cards/components/tag-field.tsx";
import { UploadProgress } from "#features/cards/components/upload-progress.tsx";
import { useSideEvents } from "#features/cards/use-side-events.ts";
import { useMediaUploads } from "#features/media/use-media-uploads.ts";
import { applyEdit } from "#lib/apply-edit.ts";
import { cx } from "#ui/cx.ts";
import type { DialogForm, FieldControl } from "#ui/form-dialog.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

type CardFieldsProps = {
  card: Card | undefined;
  field: (name: string) => FieldControl;
  form: DialogForm;
  /** Shown beside the first label. */
  aside: ReactNode;
};

/** Fields for both sides, and for the options of some cards: Markdown, tags, a reverse. */
export function CardFields({ card, field, form, aside }: CardFieldsProps) {
  const { fields, change } = form;
  const { front = "", back = "" } = fields;
  const markdown = parseFormat(fields.format) === "markdown";
  const hasGaps = markdown && gapNumbers(front).length > 0;
  const [preview, setPreview] = useState(false);
  const editor = useEditor(() => change("format", "markdown"));
  useUploadBlock(editor.uploads.waiting !== null, form.block);
  const setMarkdown = (next: boolean) => {
    change("format", next ? "markdown" : "");
    setPreview(false);
  };
  return (
    <>
      <div
        className={cx(
          "flex min-w-0 flex-col gap-4 short:flex-1 short:gap-1.5",
          markdown && "xl:grid xl:grid-cols-2 xl:gap-6",
        )}
      >
        <div className="flex min-w-0 flex-col gap-3 short:flex-1 short:gap-1.5">
          {markdown && (
            <MarkdownToolbar onTool={editor.use} onFiles={editor.send} preview={preview} onPreview={setPreview} />
          )}
          <div className={cx(sidesLook, preview && "max-xl:hidden")}>
            <Sides
              field={field}
              events={editor.events}
              hasGaps={hasGaps}
              aside={
                <span className="flex flex-wrap items-center justify-end gap-x-4">
                  {aside}
                  <FormatSwitch markdown={markdown} onMarkdown={setMarkdown} />
                </span>
              }
            />
          </div>
          <UploadProgress
            waiting={editor.uploads.waiting}
            error={editor.uploads.error ?? field("uploading").error}
            onCancel={editor.uploads.cancel}
          />
        </div>
        {markdown && <CardPreview front={front} back={back} className={preview ? "" : "max-xl:hidden"} />}
      </div>
      <Extras card={card} form={form} hasGaps={hasGaps} onMarkdown={() => setMarkdown(true)} />
    </>
  );
}

type ExtrasProps = Pick<CardFieldsProps, "card" | "form"> & {
  hasGaps: boolean;
  onMarkdown: () => void;
};

/** The other options of a card. Hidden on a phone while a side is being typed, because the keyboard leaves no room. */
function Extras({ card, form: { fields, change }, hasGaps, onMarkdown }: ExtrasProps) {
  const { front = "", back = "" } = fields;
  const isPlain = parseFormat(fields.format) === "plain";
  return (
    <div className="flex flex-col gap-3 short:in-[form:has(textarea:focus)]:hidden">
      {isPlain && looksLikeMarkdown(`${front}\n${back}`) && <MarkdownOffer onAccept={onMarkdown} />}
      <DuplicateNotice front={front} card={card} />
      {!card && !hasGaps && (
        <ReverseSwitch
          reverse={fields.reverse === "true"}
          onReverse={(reverse) => change("reverse", reverse ? "true" : "")}
        />
      )}
      <TagField tags={parseTags(fields.tags)} onTags={(tags) => change("tags", joinTags(tags))} />
    </div>
  );
}

type SidesProps = Pick<CardFieldsProps, "field" | "aside"> & {
  events: ReturnType<typeof useSideEvents>;
  hasGaps: boolean;
};

function Sides({ field, events, hasGaps, aside }: SidesProps) {
  const front = field("front");
  const back = field("back");
  return (
    <>
      <TextareaField {...front} {...events} label="Anverso" aside={aside} placeholder="La pregunta o el término" />
      {/* The message is about both sides, so only the first empty one shows it. */}
      <TextareaField
        {...back}
        {...events}
        error={front.error === back.error ? undefined : back.error}
        label={hasGaps ? "Texto extra (opcional)" : "Reverso"}
        placeholder={hasGaps ? "Se muestra con la respuesta" : "La respuesta"}
      />
    </>
  );
}

const sidesLook =
  "flex flex-col gap-4 short:flex-1 short:gap-1.5 short:*:flex-[1_1_0px] short:min-[40rem]:flex-row short:min-[40rem]:gap-3";

/** The tools edit the field that had the focus last, and turn a plain card into a Markdown card. */
function useEditor(onUsed: () => void) {
  const area = useRef<HTMLTextAreaElement | null>(null);
  // A file is inserted into the side it was sent from, wherever the focus is by then.
  const uploads = useMediaUploads((markdown, side: HTMLTextAreaElement | null) => {
    onUsed();
    if (side)
      applyEdit(side, createInsertion(readSelection(side), markdown), { quietly: side !== document.activeElement });
  });
  const send = (files: Iterable<File>) => uploads.send(files, area.current);
  const use = (tool: Tool) => {
    onUsed();
    if (!area.current) return;
    applyEdit(area.current, createToolEdit(tool, readSelection(area.current), readFront(area.current)));
  };
  return { uploads, send, use, events: useSideEvents({ area, onTool: use, onFiles: send }) };
}

/** Returns the text of the front: a new gap is numbered after the gaps there, wherever the cursor is. */
function readFront(area: HTMLTextAreaElement): string {
  const front = area.form?.elements.namedItem("front");
  return front instanceof HTMLTextAreaElement ? front.value : area.value;
}

function MarkdownOffer({ onAccept }: { onAccept: () => void }) {
  return (
    <p className="text-ink-soft text-sm">
      Parece Markdown.{" "}
      <button
        type="button"
        onClick={onAccept}
        className="inline-flex min-h-11 items-center rounded-chip font-semibold text-brand-ink underline underline-offset-3"
      >
        Mostrar con formato
      </button>
    </p>
  );
}

const UPLOADING = { uploading: "Espera a que termine de subir el archivo, o cancélalo" };
const NO_ERRORS = {};

/** Prevents a card from being saved without the file that is still being uploaded. */
function useUploadBlock(isUploading: boolean, block: DialogForm["block"]) {
  const report = useEffectEvent(block);
  useEffect(() => {
    if (!isUploading) return;
    report(UPLOADING);
    return () => report(NO_ERRORS);
  }, [isUploading]);
}
