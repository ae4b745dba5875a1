(() => {
  const P = '__gapi_stub',
    pend = {};
  let n = 0;
  const link = (win) => {
    const h = {},
      q = [];
    const run = async (d) => {
      const v = await h[d.name](d.data);
      win().postMessage({ [P]: 1, re: 1, id: d.id, v }, '*');
    };
    addEventListener('message', (e) => {
      const d = e.data;
      if (!d || d[P] !== 1 || e.source !== win()) return;
      if (d.re) {
        pend[d.id]?.([d.v]);
        delete pend[d.id];
      } else if (h[d.name]) run(d);
      else q.push(d);
    });
    return {
      register(name, f) {
        h[name] = f;
        for (const d of q.splice(0))
          if (d.name === name) run(d);
          else q.push(d);
      },
      send(name, data, cb) {
        const id = `${++n}.${Math.random()}`;
        pend[id] = cb || (() => {});
        win().postMessage({ [P]: 1, id, name, data }, '*');
      },
      restyle: async () => {},
      ping: async (cb) => {
        cb?.();
        return [{}];
      },
    };
  };
  const ctx = {
    open(o, cb) {
      const f = document.createElement('iframe');
      f.src = o.url;
      Object.assign(f.style, o.attributes?.style || {});
      f.setAttribute('aria-hidden', 'true');
      f.tabIndex = -1;
      const l = link(() => f.contentWindow);
      return new Promise((ok, no) => {
        f.onload = () => Promise.resolve(cb(l)).then(() => ok(l), no);
        o.where.appendChild(f);
      });
    },
    getParentIframe: () => (ctx.p ||= link(() => parent)),
  };
  window.gapi = {
    load: (_, o) => setTimeout(o.callback || o, 0),
    iframes: { getContext: () => ctx, CROSS_ORIGIN_IFRAMES_FILTER: () => true, Iframe: function () {} },
  };
  const cb = new URL(document.currentScript.src).searchParams.get('onload');
  setTimeout(() => (cb ? window[cb]() : window.gapi_onload?.()), 0);
})();
