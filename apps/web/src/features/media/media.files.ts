/** The limit of the server, in bytes. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif)$/;
const SOUND = /^audio\//;

/** The `accept` attribute of a file input. */
export const ACCEPTED_FILES = "image/png,image/jpeg,image/gif,image/webp,image/avif,audio/*,.mp3,.ogg,.wav,.m4a";

/** Checks a file before it is sent. Returns the reason for a refusal, or null. The server makes the final decision. */
export function checkMediaFile({ type, size }: Blob): string | null {
  if (!IMAGE.test(type) && !SOUND.test(type)) return "Solo se admiten imágenes (PNG, JPEG, GIF, WebP, AVIF) y audio";
  if (SOUND.test(type) && size > MAX_FILE_BYTES) return "El audio no puede superar los 5 MB";
  return null;
}

/** Returns the Markdown that embeds a file in a text. */
export function formatMediaMarkdown(id: string, name: string, type: string): string {
  const known = name.replace(/[[\]\\\n]/g, " ").trim();
  // The extension distinguishes audio from an image before the file is loaded.
  const description = type.startsWith("audio/") ? known || "audio.mp3" : known.replace(/\.\w{1,5}$/, "");
  return `![${description === "image" ? "" : description}](media:${id})`;
}

/** The longest edge of a shrunk image, in pixels. More detail of a photograph is not visible on a screen. */
const MAX_EDGE = 2000;
const QUALITIES = [0.85, 0.7, 0.5];

/** Converts an image that exceeds the limit of the server to a smaller JPEG. Returns other files unchanged. */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (!IMAGE.test(file.type) || file.size <= MAX_FILE_BYTES) return file;
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, MAX_EDGE / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  image.close();
  for (const quality of QUALITIES) {
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (smaller && smaller.size <= MAX_FILE_BYTES) return smaller;
  }
  return file;
}
