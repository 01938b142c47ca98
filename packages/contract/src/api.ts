import { accountEndpoints } from "#account.ts";
import { authEndpoints } from "#auth.ts";
import { billingEndpoints } from "#billing.ts";
import { cardEndpoints } from "#cards.ts";
import { changeEndpoints } from "#changes.ts";
import { classEndpoints } from "#classes.ts";
import { examEndpoints } from "#exams.ts";
import { exportEndpoints } from "#exports.ts";
import { factorEndpoints } from "#factors.ts";
import { feedbackEndpoints } from "#feedback.ts";
import { folderEndpoints } from "#folders.ts";
import { followingEndpoints } from "#following.ts";
import { homeEndpoints } from "#home.ts";
import { importEndpoints } from "#imports.ts";
import { mediaEndpoints } from "#media.ts";
import { paceEndpoints } from "#pace.ts";
import { progressEndpoints } from "#progress.ts";
import { pushEndpoints } from "#push.ts";
import { quizEndpoints } from "#quizzes.ts";
import { reminderEndpoints } from "#reminders.ts";
import { sharingEndpoints } from "#sharing.ts";
import { statsEndpoints } from "#stats.ts";
import { storeEndpoints } from "#store.ts";
import { studyEndpoints } from "#study.ts";
import { weekEndpoints } from "#week.ts";

/** Every call of the API, by feature. The server does not compile unless it handles all of them. */
export const api = {
  auth: authEndpoints,
  account: accountEndpoints,
  factors: factorEndpoints,
  folders: folderEndpoints,
  cards: cardEndpoints,
  following: followingEndpoints,
  changes: changeEndpoints,
  media: mediaEndpoints,
  sharing: sharingEndpoints,
  imports: importEndpoints,
  exports: exportEndpoints,
  exams: examEndpoints,
  classes: classEndpoints,
  study: studyEndpoints,
  // Keeps its first name, which is published: operation ids and addresses begin with it.
  tests: quizEndpoints,
  week: weekEndpoints,
  stats: statsEndpoints,
  home: homeEndpoints,
  progress: progressEndpoints,
  pace: paceEndpoints,
  feedback: feedbackEndpoints,
  reminders: reminderEndpoints,
  push: pushEndpoints,
  store: storeEndpoints,
  billing: billingEndpoints,
};
