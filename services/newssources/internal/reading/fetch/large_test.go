package fetch

import (
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestBodiesOverHTTP(t *testing.T) {
	t.Parallel()
	site := serve(t, "bodies.test", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "br, gzip" || r.Header.Get("User-Agent") != DefaultUserAgent {
			t.Errorf("request headers %v", r.Header)
		}
		coding := strings.TrimPrefix(r.URL.Path, "/")
		w.Header().Set("Content-Encoding", coding)
		w.Write([]byte(pack(coding, feed)))
	})
	c := newClient(t, Config{})
	for _, coding := range []string{"gzip", "br"} {
		r := get(t, c, Request{URL: site + "/" + coding})
		wantOutcome(t, r, OK)
		if string(r.Body) != feed || r.ContentEncoding != coding || r.Bytes != int64(len(feed)) ||
			r.WireBytes != int64(len(pack(coding, feed))) {
			t.Errorf("%s: %q, %s, %d of %d bytes", coding, r.Body, r.ContentEncoding, r.WireBytes, r.Bytes)
		}
	}
	r := get(t, c, Request{URL: site + "/gzip", MaxBytes: 10})
	wantOutcome(t, r, TooLarge)
	if string(r.Body) != feed[:10] || r.Bytes != 10 {
		t.Errorf("%q, %d bytes", r.Body, r.Bytes)
	}
}

// TestEndlessBodies verifies that reading stops at the limit and the connection is closed.
func TestEndlessBodies(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]string{
		"unknown length": head + "\r\n", "great length": head + "Content-Length: 99999999999\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stopped := make(chan struct{})
			site := raw(t, "endless.test", func(conn *net.TCPConn) {
				defer close(stopped)
				conn.Write([]byte(start))
				for chunk := make([]byte, 1<<16); ; {
					if _, err := conn.Write(chunk); err != nil {
						return
					}
				}
			})
			r := get(t, newClient(t, Config{MaxBytes: 1 << 20}), Request{URL: site})
			wantOutcome(t, r, TooLarge)
			if len(r.Body) != 1<<20 {
				t.Errorf("%d bytes", len(r.Body))
			}
			<-stopped
		})
	}
}

func TestMalformedCompressionOverHTTP(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		header, body string
		want         Outcome
	}{
		"unknown":    {"zstd", "\x28\xb5\x2f\xfd", BadEncoding},
		"broken":     {"gzip", pack("gzip", feed)[:10] + strings.Repeat("\xff", 100), BadEncoding},
		"cut off":    {"gzip", pack("gzip", feed)[:40], BadResponse},
		"bomb":       {"gzip", pack("gzip", strings.Repeat("\x00", 4<<20)), TooLarge},
		"bomb of br": {"br", pack("br", strings.Repeat("\x00", 4<<20)), TooLarge},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := serve(t, "packing.test", func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", test.header)
				w.Write([]byte(test.body))
			})
			r := get(t, newClient(t, Config{}), Request{URL: site})
			wantOutcome(t, r, test.want)
			if r.WireBytes == 0 || r.WireBytes > int64(len(test.body)) {
				t.Errorf("%d of %d bytes were read", r.WireBytes, len(test.body))
			}
		})
	}
}
