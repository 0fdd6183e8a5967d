/** Whether an id is taken is asked for each message that is added, and must not take longer in a long conversation. */
export const messageIdsMigration = `
CREATE INDEX message_id ON message (conversation_id, id);
`;
