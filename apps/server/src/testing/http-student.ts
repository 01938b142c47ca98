import type { CardImport } from "@repasa/contract/imports.ts";
import { vi } from "vitest";
import { credentials } from "./server-process.ts";

type HttpResponse<T> = { status: number; body: T; headers: Headers };

/** A student who calls servers over the network, as browsers do. The session is valid on all servers of an installation. */
export type HttpStudent = {
  readonly email: string;
  readonly id: number;
  readonly cookie: string;
  call<T>(url: string, method: string, path: string, body?: unknown): Promise<HttpResponse<T>>;
};

let count = 0;

export async function signUp(url: string, email = `persona${++count}@repasa.example`): Promise<HttpStudent> {
  const response = await send<{ id: number }>(url, "POST", "/api/auth/register", "", {
    ...credentials,
    email,
  });
  if (response.status !== 201)
    throw new Error(`could not register: ${response.status} ${JSON.stringify(response.body)}`);
  return createStudent(email, response);
}

export async function signIn(url: string, email: string): Promise<HttpStudent> {
  return createStudent(
    email,
    await send<{ id: number }>(url, "POST", "/api/auth/login", "", { email, password: credentials.password }),
  );
}

function createStudent(email: string, { body, headers }: HttpResponse<{ id: number }>): HttpStudent {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  const cookie = cookies.join("; ");
  return { email, id: body.id, cookie, call: (url, method, path, body) => send(url, method, path, cookie, body) };
}

async function send<T>(url: string, method: string, path: string, cookie: string, body?: unknown) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && !isForm && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers };
}

/** Uploads a text to one server, and starts its import and polls for the result on another. Any worker may run the job. */
export async function importThrough(student: HttpStudent, [one, two]: [string, string]): Promise<void> {
  const form = new FormData();
  form.set("text", "uno\tone\ndos\ttwo");
  const { body: sent } = await student.call<CardImport>(one, "POST", "/api/imports", form);
  const waitForStatus = (status: string) =>
    vi.waitUntil(
      async () => (await student.call<CardImport>(two, "GET", `/api/imports/${sent.id}`)).body.status === status,
      { timeout: 60_000, interval: 100 },
    );
  await waitForStatus("ready");
  await student.call(two, "POST", `/api/imports/${sent.id}/start`, { options: {} });
  await waitForStatus("done");
}
