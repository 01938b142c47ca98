import { setThreadPatience } from "#platform/concurrency/threads.ts";

// At the real deadline of 10 s, tests of forecasts fail on a machine whose cores have forty processes to run.
setThreadPatience(10);
