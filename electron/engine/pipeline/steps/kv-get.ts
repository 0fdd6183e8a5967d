import { kvGet as kind } from '../../../../shared/pipeline/steps/kv-get.ts';
import type { KeyQuery } from '../../ports.ts';
import { defineStep } from '../define-step.ts';
import { unknownNote } from '../step-result.ts';

/** One element per key that exists, in the order of the keys; where there is none for want of its place, it says so. */
export const kvGet = defineStep(kind, {
  reads: ['readKeys', 'keyPlaces'],
  run: async ({ params: { instance, namespace, keys }, stores, cancel }) => {
    const elements = await stores.readKeys({ instance, namespace, keys }, cancel);
    const places = elements.length > 0 || keys.length === 0 ? undefined : await stores.keyPlaces?.();
    const note = places && placeNote({ instance, namespace }, places);
    return { kind: 'elements', elements, ...(note && { note }) };
  },
});

type KeyPlace = Pick<KeyQuery, 'instance' | 'namespace'>;

function placeNote({ instance, namespace }: KeyPlace, places: readonly KeyPlace[]) {
  const instances = [...new Set(places.map(place => place.instance))];
  const namespaces = places.filter(place => place.instance === instance).map(place => place.namespace);
  return (
    unknownNote('instance', instance, instances, 'no keys were stored') ??
    unknownNote('namespace', namespace, namespaces, 'no keys were stored')
  );
}
