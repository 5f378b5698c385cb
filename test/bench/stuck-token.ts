/** How the reply tokens begin that the benchmark's LINE fails, so that their chats are stuck. */
export const stuckToken = "stuck-";
