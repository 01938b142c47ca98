import { renderSVG } from "uqr";

/** In modules: cameras need so much light ground around a code. */
const BORDER = 4;

/** Dark on light in the dark theme too, because not every camera reads inverted codes. */
export function LinkQrCode({ url }: { url: string }) {
  const svg = renderSVG(url, { border: BORDER });
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt="Código QR del enlace"
      className="size-44 justify-self-center rounded-control"
    />
  );
}
