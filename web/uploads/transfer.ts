import type { Transport } from "#web/lib/server/api.ts";

/** Sends a request and reports how many bytes have been sent, which `fetch` cannot do. */
export function watched(onSent: (bytes: number) => void): Transport {
  return (address, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const stop = () => request.abort();
      request.open(method, address);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onSent(loaded);
      request.onload = () => resolve(answerOf(request));
      request.onerror = () => reject(new TypeError("The connection broke off."));
      request.onabort = () => reject(new DOMException("Given up.", "AbortError"));
      request.onloadend = () => signal?.removeEventListener("abort", stop);
      signal?.addEventListener("abort", stop);
      if (signal?.aborted) stop();
      else request.send(body instanceof FormData || body instanceof Blob ? body : null);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request;
  const headers = { "Retry-After": request.getResponseHeader("Retry-After") ?? "" };
  return new Response(status === 204 ? null : responseText, { status, headers });
}
