// @vitest-environment node
import type { Plan } from "@repasa/contract/billing.ts";
import { describe, expect, it } from "vitest";
import { describePlan, formatAllowance, type PlanFace } from "#features/billing/billing.wording.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";
import { samplePlan, sampleSubscription } from "#testing/sample-data.ts";

const YEAR_ON = "2027-11-21T12:00:00.000Z";
const ended = { status: "canceled", over: true, endsAt: YEAR_ON };

type Row = [Parameters<typeof sampleSubscription>[0], PlanFace["text"], PlanFace["way"]];

function expectFace(plan: Partial<Plan>, [subscription, text, way]: Row, statusMobile: string | null = null) {
  const face = describePlan(samplePlan({ ...plan, subscription: sampleSubscription(subscription) }), statusMobile);
  expect([face.premium, face.text && replaceNoBreakSpaces(face.text), face.way]).toEqual([plan.premium, text, way]);
}

describe("a plan", () => {
  it.each<Row>([
    [ended, "Tu suscripción Premium terminó el 21 de noviembre de 2027.", "subscribe"],
    [{ status: "incomplete" }, null, "subscribe"],
    [
      { status: "unpaid" },
      "No pudimos cobrar tu suscripción, y Premium está en pausa. Actualiza la tarjeta para recuperarlo.",
      "manage",
    ],
    [{ status: "paused" }, "Tu suscripción está en pausa.", "manage"],
    [{ status: "paused", manageable: false }, "Tu suscripción está en pausa.", "none"],
  ])("without premium says of the subscription %j: %s", (...row) => {
    expectFace({ premium: false }, row);
  });

  it.each<Row>([
    [{ renewsAt: YEAR_ON }, "Se renueva el 21 de noviembre de 2027.", "manage"],
    [{ renewsAt: YEAR_ON, renewalPrice: "29,99 €" }, "Se renueva el 21 de noviembre de 2027 por 29,99 €.", "manage"],
    [{ renewsAt: null, endsAt: YEAR_ON }, "Termina el 21 de noviembre de 2027: no se renovará.", "reactivate"],
    [
      { status: "past_due", graceUntil: YEAR_ON, endsAt: YEAR_ON },
      "No pudimos cobrar tu suscripción. Actualiza la tarjeta antes del 21 de noviembre de 2027 para no perder Premium.",
      "manage",
    ],
  ])("with premium says of the subscription %j: %s", (...row) => {
    expectFace({ premium: true }, row);
  });

  it("from the mobile app is managed there, even if a web subscription has ended", () => {
    const text = "La compraste en la aplicación móvil: se gestiona en la tienda de tu teléfono.";
    expectFace({ premium: true }, [ended, text, "none"], "active");
  });
});

it("cards beyond the limit of a plan stay, and no limit is named where there is none", () => {
  expect(formatAllowance({ used: 14, limit: 10 }, "carpeta", "carpetas")).toBe(
    "14 carpetas (el plan gratuito tiene sitio para 10): siguen aquí para leer y estudiar",
  );
  expect(formatAllowance({ used: 1, limit: null }, "carta", "cartas")).toBe("1 carta");
});
