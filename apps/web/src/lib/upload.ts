import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { ApiError, NetworkError } from "#lib/api-error.ts";
import { parseResponse } from "#lib/server-calls.ts";
import { readTimeZone } from "#lib/time-zone.ts";

export type UploadProgress = { sent: number; total: number };

type UploadOptions = { onProgress?: (progress: UploadProgress) => void; signal?: AbortSignal };

/**
 * Sends a file to an endpoint of the contract and reports its progress, which `fetch` cannot.
 *
 * @throws The errors of `callApi`; an `AbortError` when `signal` fires.
 */
export function upload<E extends Endpoint>(
  endpoint: ClientEndpoint<E>,
  body: FormData | Blob,
  { onProgress, signal }: UploadOptions = {},
): Promise<ResponseOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpoint.path);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-Time-Zone", readTimeZone());
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total });
    request.onerror = () => reject(new NetworkError("The file could not be sent"));
    request.onabort = () => reject(new DOMException("Upload cancelled", "AbortError"));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 200 || status > 299) {
        reject(new ApiError(status, statusText, responseText, request.getResponseHeader("Retry-After")));
        return;
      }
      try {
        resolve(parseResponse(endpoint, responseText));
      } catch (error) {
        reject(error);
      }
    };
    if (signal?.aborted) return reject(new DOMException("Upload cancelled", "AbortError"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
