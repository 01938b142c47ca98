/** In bytes, as the server takes them. */
export const FILE_LARGEST = 5 * 1024 * 1024;

const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif)$/;
const SOUND = /^audio\//;

/** For a file dialog. */
export const TAKEN_FILES = "image/png,image/jpeg,image/gif,image/webp,image/avif,audio/*,.mp3,.ogg,.wav,.m4a";

/** Why a file cannot be taken, before anything is sent; null where it can. The server has the last word. */
export function refusalOf({ type, size }: Blob): string | null {
  if (!IMAGE.test(type) && !SOUND.test(type)) return "Solo se admiten imágenes (PNG, JPEG, GIF, WebP, AVIF) y audio";
  if (SOUND.test(type) && size > FILE_LARGEST) return "El audio no puede superar los 5 MB";
  return null;
}

/** What stands for a file in a Markdown text. */
export function mediaMarkdown(id: string, name: string, type: string): string {
  const known = name.replace(/[[\]\\\n]/g, " ").trim();
  // The extension tells a sound from an image before either is loaded.
  const description = type.startsWith("audio/") ? known || "audio.mp3" : known.replace(/\.\w{1,5}$/, "");
  return `![${description === "image" ? "" : description}](media:${id})`;
}

/** In pixels; a screen shows no more of a photograph. */
const LONGEST_EDGE = 2000;
const QUALITIES = [0.85, 0.7, 0.5];

/** An image that is larger than the server takes, as a smaller JPEG. */
export async function fittingImage(file: Blob): Promise<Blob> {
  if (!IMAGE.test(file.type) || file.size <= FILE_LARGEST) return file;
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST_EDGE / Math.max(image.width, image.height));
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
    if (smaller && smaller.size <= FILE_LARGEST) return smaller;
  }
  return file;
}
