import type { WorkspaceVocabulary } from "./vocabulary.ts";

export const WEB_VOCABULARY: WorkspaceVocabulary = {
  roles: { api: "the feature's calls, as hooks" },
  features: {
    account: {
      nouns: {
        credentials: "a change of address that waits to be confirmed",
        "local-data": "removing what the browser keeps of a deleted account",
      },
    },
    auth: {},
    billing: {
      nouns: {
        checkout: "beginning a payment",
        confirmation: "waiting until a payment has taken effect",
        departure: "leaving for the provider's page",
        paywall: "opening and closing the paywall",
        plan: "whether the account has Premium",
        "provider-script": "loading the provider's script",
        "return-path": "where to return to after paying",
        wording: "texts about the plan",
      },
    },
    cards: {
      nouns: {
        batches: "what was done to many cards and can be taken back on this device",
        due: "when a card is due, in words",
        editing: "what the toolbar does to a text; pure",
        fields: "the form's fields, as text and as values; pure",
        found: "how many cards were found, and which of a list match; pure",
        keys: "the keyboard in a list of cards",
        memory: "how well a card is remembered, then and now; pure",
        lines: "a card's question and answer as words; pure",
        replacing: "which cards a text to replace stands in; pure",
        selection: "which cards of a list are chosen; pure",
        speech: "reading aloud by the browser's voices",
        sides: "what is drawn of a card before and after it is turned; pure",
        tags: "the tags of some cards, counted; pure",
        trail: "the list that a card was opened from, and the place in it",
        wording: "why a card comes when it does, in words; pure",
      },
      rooms: {
        markdown: {
          about: "draws cards in Markdown",
          nouns: {
            drawing: "from a text to elements",
            equations: "formulas in the tree of a text; pure",
            extensions: "what draws formulas and code, loaded when a text needs it",
            highlighter: "the libraries that colour code",
            highlighting: "whether a text has code to colour; pure",
            katex: "the libraries that draw formulas",
            limits: "texts that would take too long to read; pure",
            marks: "gaps and what was searched for, in the tree of a text; pure",
            safety: "which elements and properties a card may have; pure",
            tree: "nodes of a tree of Markdown or HTML; pure",
          },
        },
      },
    },
    exams: {
      nouns: {
        course: "the days until an exam, in figures and in words; pure",
        fields: "the form's fields, as text and as values; pure",
        wording: "a forecast and what became of it, in words; pure",
      },
    },
    exports: { nouns: { download: "fetching a file and handing it to the browser" } },
    factors: {
      nouns: {
        confirmation: "asking who is there before something important",
        device: "whether this browser can use passkeys",
        passkeys: "making passkeys and showing them",
      },
    },
    feedback: {},
    folders: {
      nouns: {
        fields: "the form's fields, as text and as values; pure",
        languages: "languages to read aloud in; pure",
        loading: "what is loaded of folders, under which keys",
      },
    },
    imports: {
      nouns: {
        polling: "how long to wait before asking again; pure",
        reading: "how a table is read, and what its rows become; pure",
        upload: "sending a file or a text, and how far it is",
        watch: "following an import until the server has done its part",
        wording: "texts about imports; pure",
      },
    },
    media: {
      nouns: {
        files: "which files are taken, made to fit, and written into a text",
        kinds: "which files are images and which are sounds, as far as this device knows",
      },
    },
    landing: {
      onlyHere: "the page for visitors; its one call belongs to account",
      nouns: {
        begin: "counting visitors who begin",
        behaviour: "making the prerendered page interactive",
        prefetch: "loading the app before it is asked for",
        samples: "cards for visitors to try",
      },
    },
    legal: { onlyHere: "support, privacy and terms are static text" },
    pace: {
      nouns: {
        fields: "a break's dates in its form, as text and as values; pure",
        wording: "texts about catching up and breaks; pure",
      },
    },
    progress: {
      nouns: {
        calendar: "weeks of the heat map",
        calibration: "what was recalled beside what was predicted, in figures and in words; pure",
        memory: "what was learned of the learner's memory, in words; pure",
        retention: "recall by week, without gaps",
        time: "study time, summed and in words",
      },
    },
    preferences: {
      onlyHere: "read by study, reminders and settings; the server keeps them in account",
      nouns: {
        options: "choices of the settings",
        portion: "how many of the due cards a session takes; pure",
        "quiet-days": "how much each weekday is to hold; pure",
        retention: "desired retention, in words",
      },
    },
    reminders: {},
    session: {
      onlyHere: "who is signed in here, and what happens when that ends; the server's side is auth",
      nouns: { expiry: "a session that has ended", user: "the signed-in user" },
    },
    stats: {
      nouns: {
        days: "days of the strip",
        "new-cards": "a daily number of new cards: what it means, in words; pure",
      },
    },
    store: {},
    study: {
      nouns: {
        controller: "the screen's state and what keys and taps do to it",
        "first-session": "whether a session was completed on this device",
        portions: "cards of the queue in portions, without those whose rating waits to be sent",
        "forgotten-hint": "whether 'No la recordé' is known on this device",
        keys: "keyboard shortcuts",
        reason: "why a session asks a card, in words; pure",
        record: "the study session as the server keeps it",
        session: "the queue and the next question; pure",
        weakest: "the cards that an exam's session asks",
        snapshot: "a session kept across reloads",
        storage: "the browser's database and tab storage for studying",
        texts: "what this browser keeps of cards' texts, and how it goes",
        taps: "telling a double tap from two taps",
        wording: "texts of the screen",
      },
      rooms: {
        offline: {
          about: "brings ratings and undos to the server, whatever the network does",
          nouns: {
            clock: "the browser's clocks and timers",
            delivery: "sending one entry",
            entry: "what waits to be sent",
            journal: "what is not yet in IndexedDB",
            memory: "a store for browsers without IndexedDB",
            outbox: "the queue of one user",
            retry: "when to try again",
            service: "starting, stopping and flushing; the room's only door",
            store: "the queue in IndexedDB",
            "waiting-time": "how long a rating has waited",
          },
        },
      },
    },
  },
};
