import Stripe from "stripe";

export interface SignedDelivery {
  /** The bytes that the signature is of. */
  body: string;
  headers: { "content-type": string; "stripe-signature": string };
}

/** A delivery as Stripe sends it. `signedAt` is in seconds and the real time by default: receivers check its age. */
export function signEvent(event: object, secret: string, signedAt?: number): SignedDelivery {
  const body = JSON.stringify(event, null, 2);
  const timestamp = signedAt ?? Math.floor(Date.now() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  return { body, headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature } };
}
