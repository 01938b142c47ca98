import { gapNumbers } from "@repasa/card-text/gaps.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { Eye } from "lucide-react";
import { type FocusEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { CardPreview } from "#features/cards/editor/components/card-preview.tsx";
import { DuplicateNotice } from "#features/cards/editor/components/duplicate-notice.tsx";
import { ListNotice } from "#features/cards/editor/components/list-notice.tsx";
import { MarkdownToolbar } from "#features/cards/editor/components/markdown-toolbar.tsx";
import { TagField } from "#features/cards/editor/components/tag-field.tsx";
import { UploadProgress } from "#features/cards/editor/components/upload-progress.tsx";
import type { CardValues, CardFields as Fields } from "#features/cards/editor/editor.fields.ts";
import {
  createInsertion,
  createToolEdit,
  looksLikeMarkdown,
  readSelection,
  type Tool,
} from "#features/cards/editor/editor.tools.ts";
import { useSideEvents } from "#features/cards/editor/use-side-events.ts";
import { useMediaUploads } from "#features/media/use-media-uploads.ts";
import { applyEdit } from "#lib/apply-edit.ts";
import { cx } from "#ui/cx.ts";
import type { DialogForm } from "#ui/form-dialog.tsx";
import { SmallSwitch } from "#ui/small-switch.tsx";
import { SwitchField } from "#ui/switch-field.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

type CardFieldsProps = {
  folderId: number;
  card: Card | undefined;
  form: DialogForm<Fields>;
  /** Texts that take the place of the card's, unless a draft of other ones was restored. */
  proposal: Partial<CardValues> | undefined;
  /** Shown beside the second label. No control, so that Tab leads from one side to the other. */
  aside: ReactNode;
};

/** Fields for both sides, and for the options of some cards: Markdown, tags, a reverse. */
export function CardFields({ folderId, card, form, proposal, aside }: CardFieldsProps) {
  const { fields, change } = form;
  const { front, back } = fields;
  const markdown = fields.format === "markdown";
  const hasGaps = markdown && gapNumbers(front).length > 0;
  const editor = useEditor(() => change({ format: "markdown" }));
  const preview = usePreview();
  useProposal(proposal, card, form);
  useUploadBlock(editor.uploads.waiting !== null, form.block);
  const setMarkdown = (next: boolean) => {
    change({ format: next ? "markdown" : "plain" });
    preview.close();
  };
  const onFocus = (event: FocusEvent<HTMLTextAreaElement>) => {
    editor.events.onFocus(event);
    preview.follow(event.currentTarget.name === "back");
  };
  const toolbar = markdown && <MarkdownToolbar onTool={editor.use} onFiles={editor.send} className={toolbarLook} />;
  return (
    <>
      <div
        className={cx(
          "flex min-w-0 flex-col gap-4 short:flex-1 short:gap-1.5",
          markdown && "xl:grid xl:grid-cols-[3fr_2fr] xl:gap-6",
        )}
      >
        <div className="flex min-w-0 flex-col gap-3 short:flex-1 short:gap-1.5">
          {/* Not taken out of the layout while the preview covers it: a side that takes the focus, as after an error, closes the preview. */}
          <div className={cx(sidesLook, preview.isOpen && "max-xl:sr-only")}>
            <Sides
              field={form.field}
              events={{ ...editor.events, onFocus }}
              hasGaps={hasGaps}
              toolbar={!form.dock && toolbar}
              active={preview.isWritingBack ? "back" : "front"}
              aside={
                <>
                  {markdown && <PreviewButton onOpen={preview.open} disabled={front.trim() === ""} />}
                  <SmallSwitch label="Con formato" checked={markdown} onCheckedChange={setMarkdown} />
                </>
              }
              backAside={aside}
            />
          </div>
          <UploadProgress
            waiting={editor.uploads.waiting}
            error={editor.uploads.error ?? form.errorOf("uploading")}
            onCancel={editor.uploads.cancel}
          />
        </div>
        {markdown && (
          <CardPreview
            ref={preview.ref}
            front={front}
            back={back}
            variant={card?.variant ?? null}
            hasReverse={!card && !hasGaps && fields.reverse}
            turned={preview.isTurned}
            onTurned={preview.turn}
            onClose={editor.focus}
            className={preview.isOpen ? "" : "max-xl:hidden"}
          />
        )}
      </div>
      {form.dock && !preview.isOpen && createPortal(toolbar, form.dock)}
      <Extras
        folderId={folderId}
        card={card}
        form={form}
        hasGaps={hasGaps}
        onMarkdown={() => setMarkdown(true)}
        className={preview.isOpen ? "max-xl:hidden" : ""}
      />
    </>
  );
}

/** In the dock it may be wider than the screen, and then scrolls to the edge of the sheet. */
const toolbarLook = "max-md:-mx-1.5";

type ExtrasProps = Pick<CardFieldsProps, "folderId" | "card" | "form"> & {
  hasGaps: boolean;
  onMarkdown: () => void;
  className: string;
};

/** The other options of a card. Hidden on a phone while a side is being typed, because the keyboard leaves no room. */
function Extras({ folderId, card, form: { fields, change }, hasGaps, onMarkdown, className }: ExtrasProps) {
  const { front, back } = fields;
  return (
    <div className={cx("flex flex-col gap-3 short:in-[form:has(textarea:focus)]:hidden", className)}>
      {fields.format === "plain" && looksLikeMarkdown(`${front}\n${back}`) && <MarkdownOffer onAccept={onMarkdown} />}
      <DuplicateNotice front={front} card={card} />
      {!hasGaps && <ListNotice answer={back} folderId={folderId} />}
      {!card && !hasGaps && (
        <SwitchField
          label="También al revés"
          hint="Otra carta preguntará por el reverso."
          checked={fields.reverse}
          onCheckedChange={(reverse) => change({ reverse })}
          isOption
        />
      )}
      <TagField tags={fields.tags} onTags={(tags) => change({ tags })} />
    </div>
  );
}

type SideName = "front" | "back";

type SidesProps = Pick<CardFieldsProps, "aside"> & {
  field: CardFieldsProps["form"]["field"];
  events: ReturnType<typeof useSideEvents>;
  hasGaps: boolean;
  /** Shown at the active side. */
  toolbar: ReactNode;
  active: SideName;
  backAside: ReactNode;
};

function Sides({ field, events, hasGaps, toolbar, active, aside, backAside }: SidesProps) {
  const front = field("front");
  const back = field("back");
  return (
    <>
      <TextareaField
        {...front}
        {...events}
        label="Pregunta"
        aside={<SideAside toolbar={toolbar} isActive={active === "front"} other={aside} />}
        placeholder="La pregunta o el término"
      />
      {/* The message is about both sides, so only the first empty one shows it. */}
      <TextareaField
        {...back}
        {...events}
        error={front.error === back.error ? undefined : back.error}
        label={hasGaps ? "Texto extra (opcional)" : "Respuesta"}
        aside={<SideAside toolbar={toolbar} isActive={active === "back"} other={backAside} />}
        placeholder={hasGaps ? "Se muestra con la respuesta" : "La respuesta"}
      />
    </>
  );
}

type SideAsideProps = { toolbar: ReactNode; isActive: boolean; other: ReactNode };

/** Has the height of the tools even without them, so that the fields stay where they are when the focus moves. */
function SideAside({ toolbar, isActive, other }: SideAsideProps) {
  return (
    <span className={cx("flex flex-wrap items-center gap-x-4", Boolean(toolbar) && "min-h-9 pointer-coarse:min-h-11")}>
      {isActive && toolbar}
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-4">{other}</span>
    </span>
  );
}

/** On wide screens the preview is always shown beside the fields. */
function PreviewButton({ onOpen, disabled }: { onOpen: () => void; disabled: boolean }) {
  return (
    <button
      type="button"
      disabled={disabled}
      // Keeps the focus in the text field until the click: without it, the options would appear, and move the button away.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className="relative inline-flex items-center gap-1.5 rounded-chip font-semibold text-brand-ink after:absolute after:-inset-x-2 after:-inset-y-3 disabled:opacity-50 xl:hidden"
    >
      <Eye aria-hidden className="size-4" />
      Vista previa
    </button>
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
  const focus = () => area.current?.focus();
  return { uploads, send, use, focus, events: useSideEvents({ area, onTool: use, onFiles: send }) };
}

/** The preview shows the question first, and turns to the side that takes the focus. */
function usePreview() {
  const [isOpen, setOpen] = useState(false);
  const [isTurned, setTurned] = useState(false);
  const [isWritingBack, setWritingBack] = useState(false);
  const ref = useRef<HTMLElement>(null);
  const open = () => {
    flushSync(() => {
      setTurned(false);
      setOpen(true);
    });
    ref.current?.focus();
  };
  const follow = (isBack: boolean) => {
    setWritingBack(isBack);
    setTurned(isBack);
    setOpen(false);
  };
  return { ref, isOpen, isTurned, isWritingBack, turn: setTurned, open, follow, close: () => setOpen(false) };
}

/** Returns the text of the front: a new gap is numbered after the gaps there, wherever the cursor is. */
function readFront(area: HTMLTextAreaElement): string {
  const front = area.form?.elements.namedItem("front");
  return front instanceof HTMLTextAreaElement ? front.value : area.value;
}

function MarkdownOffer({ onAccept }: { onAccept: () => void }) {
  return (
    <p className="text-ink-soft text-sm">
      Parece que lleva formato.{" "}
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

/** Writes the proposal as if it were typed, so that it is saved although nothing was changed in it. */
function useProposal(
  proposal: Partial<CardValues> | undefined,
  card: Card | undefined,
  { fields, change }: CardFieldsProps["form"],
): void {
  const propose = useEffectEvent(() => {
    if (proposal && fields.front === card?.front && fields.back === card.back) change(proposal);
  });
  useEffect(() => propose(), []);
}

const UPLOADING = { uploading: "Espera a que termine de subir el archivo, o cancélalo" };
const NO_ERRORS = {};

/** Prevents a card from being saved without the file that is still being uploaded. */
function useUploadBlock(isUploading: boolean, block: CardFieldsProps["form"]["block"]) {
  const report = useEffectEvent(block);
  useEffect(() => {
    if (!isUploading) return;
    report(UPLOADING);
    return () => report(NO_ERRORS);
  }, [isUploading]);
}
