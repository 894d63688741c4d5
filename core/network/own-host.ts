/** A request for this name through the proxy is for the proxy itself: its own pages, over http:// and https://. */
export const OWN_HOST = 'weir.proxy'
