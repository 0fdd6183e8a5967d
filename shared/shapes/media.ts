import type { DocumentBlock, ImageBlock, Media } from '../model/block.ts';

/** An address as media: `data:` addresses bring their data with them. */
export function mediaOf(url: string): Media {
  const [, media_type, data] = /^data:([^;,]*)[^,]*;base64,(.*)$/s.exec(url) ?? [];
  if (data === undefined) return { url };
  return { data, ...(media_type !== undefined && media_type !== '' && { media_type }) };
}

/** Media as what they are: an image by its type, else a document. */
export const mediaBlock = (media: Media, title: string | undefined): ImageBlock | DocumentBlock =>
  media.media_type?.startsWith('image/')
    ? { type: 'image', ...media }
    : { type: 'document', ...media, ...(title !== undefined && { title }) };
