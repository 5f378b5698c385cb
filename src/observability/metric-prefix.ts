/** What the names of all metrics of the bot begin with. */
export const metricPrefix = "loyalty_bot_";
