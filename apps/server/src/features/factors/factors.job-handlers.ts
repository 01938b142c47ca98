import type { Context } from "#context.ts";
import { readAddress } from "#features/auth/auth.service.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { sendLetter } from "#platform/mail/send-letter.ts";
import {
  factorAddedLetter,
  factorRefusedLetter,
  factorRemovedLetter,
  factorsRemovedLetter,
  factorsWithdrawnLetter,
  recoveryCodesRenewedLetter,
  recoveryCodeUsedLetter,
} from "./factors.emails.ts";
import type { FactorNotice, factorsJobs } from "./factors.jobs.ts";

export function factorsJobHandlers(ctx: Context): JobHandlers<typeof factorsJobs> {
  return {
    notice: async ({ userId, ...notice }, { id }) => {
      const to = await readAddress(ctx, userId);
      // Null if the account was deleted or closed in the meantime.
      if (to !== null) await sendLetter(ctx, createNoticeLetter(ctx, to, notice), `factors.${id}`);
    },
  };
}

function createNoticeLetter({ appUrl, config }: Context, to: string, notice: FactorNotice): Letter {
  switch (notice.notice) {
    case "factor_added":
      return factorAddedLetter(to, notice.factor, appUrl(), config.supportEmail);
    case "factor_removed":
      return factorRemovedLetter(to, notice.factor, appUrl(), config.supportEmail);
    case "factor_refused":
      return factorRefusedLetter(to, appUrl(), config.supportEmail);
    case "factors_removed":
      return factorsRemovedLetter(to, appUrl(), config.supportEmail);
    case "factors_withdrawn":
      return factorsWithdrawnLetter(to, notice, appUrl(), config.supportEmail);
    case "recovery_code_used":
      return recoveryCodeUsedLetter(to, notice.left, appUrl(), config.supportEmail);
    case "recovery_codes_renewed":
      return recoveryCodesRenewedLetter(to, appUrl(), config.supportEmail);
  }
}
