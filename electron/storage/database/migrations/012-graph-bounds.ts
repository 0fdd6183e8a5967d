/** Finds the last moment from which the graph shows something else without reading its nodes and edges (`cached`). */
export const graphBoundsMigration = `
CREATE INDEX graph_node_from ON graph_node (valid_from) WHERE valid_from IS NOT NULL;
CREATE INDEX graph_node_to ON graph_node (valid_to) WHERE valid_to IS NOT NULL;
CREATE INDEX graph_edge_from ON graph_edge (valid_from) WHERE valid_from IS NOT NULL;
CREATE INDEX graph_edge_to ON graph_edge (valid_to) WHERE valid_to IS NOT NULL;
`;
