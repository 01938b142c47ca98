/** The body with which Stripe says no. */
export interface RefusalBody {
  error: { type: string; message: string; code?: string; param?: string; doc_url?: string };
}

interface RefusalOptions {
  status?: number;
  type?: string;
  code?: string;
  param?: string;
  /** The request was well made, and the state of the account stands against it. */
  impossible?: boolean;
}

/** An answer that is an error, in Stripe's shape. Thrown wherever a call turns out to be impossible. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: RefusalBody;
  readonly impossible: boolean;

  constructor(message: string, options: RefusalOptions = {}) {
    super(message);
    const { status = 400, type = "invalid_request_error", code, param, impossible = false } = options;
    this.impossible = impossible;
    this.name = "Refusal";
    this.status = status;
    this.body = {
      error: {
        type,
        message,
        ...(code === undefined
          ? {}
          : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` }),
        ...(param === undefined ? {} : { param }),
      },
    };
  }
}

/** Stripe answers 404 where the id is in the path, and 400 where it is a parameter of something else. */
export function noSuch(kind: string, id: string, param?: string): Refusal {
  const status = param === undefined ? 404 : 400;
  const code = "resource_missing";
  return new Refusal(`No such ${kind}: '${id}'`, { status, code, param: param ?? "id", impossible: true });
}

export function missingParam(param: string): Refusal {
  return new Refusal(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function unknownParam(param: string): Refusal {
  return new Refusal(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
}

/** For parameters that Stripe takes and this server has no behaviour for: better refused than silently ignored. */
export function notPlayed(what: string, param?: string): Refusal {
  return new Refusal(`The contract server does not play ${what}.`, {
    code: "contract_server_limit",
    ...(param === undefined ? {} : { param }),
  });
}
