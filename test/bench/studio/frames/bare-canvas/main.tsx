import '@xyflow/react/dist/style.css';
import { createRoot } from 'react-dom/client';
import { BareCanvas, type BareGraph } from './BareCanvas.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no root');
const graph = (await (await fetch('./graph.json')).json()) as BareGraph; // written by the bench
createRoot(root).render(<BareCanvas {...graph} />);
