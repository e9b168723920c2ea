/**
 * A stand-in parent element for one island. The server marks an island with two comments instead of
 * a wrapper element, so preact gets this object, which shows it only the nodes between the two.
 */
export function islandRoot(start: Comment, end: Comment): HTMLElement {
  const parent = start.parentNode as HTMLElement;

  function children(): ChildNode[] {
    const nodes: ChildNode[] = [];
    for (
      let node = start.nextSibling;
      node !== null && node !== end;
      node = node.nextSibling
    ) {
      nodes.push(node);
    }
    return nodes;
  }

  function insertBefore(node: Node, before: Node | null): Node {
    // Preact steps over comments when it looks for the next sibling, so it may ask for a place
    // after the island; the end marker is the furthest an island reaches.
    const inside = before !== null &&
      (before.compareDocumentPosition(end) &
          Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    return parent.insertBefore(node, inside ? before : end);
  }

  return {
    nodeType: 1,
    localName: parent.localName,
    namespaceURI: parent.namespaceURI,
    ownerDocument: parent.ownerDocument,
    get childNodes() {
      return children();
    },
    get firstChild() {
      return children()[0] ?? null;
    },
    contains: (node: Node) => parent.contains(node),
    insertBefore,
    appendChild: (node: Node) => insertBefore(node, null),
    removeChild: (node: Node) => parent.removeChild(node),
  } as unknown as HTMLElement;
}
