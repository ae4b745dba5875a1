package fetch

import (
	"fmt"
	"net"
	"strings"
	"testing"
)

const head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n"

func TestMalformedHTTP(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	tests := map[string]struct {
		answer func(conn *net.TCPConn)
		want   Outcome
		body   string
	}{
		"length":                 {send(head, "Content-Length: 4\r\n\r\nnews"), OK, "news"},
		"no length":              {send(head, "\r\nnews"), OK, "news"},
		"HTTP/1.0":               {send("HTTP/1.0 200 OK\r\n\r\nnews"), OK, "news"},
		"HTTP/1.0 with a length": {send("HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nnews and more"), OK, "news"},
		"no reason":              {send("HTTP/1.1 200\r\nContent-Length: 4\r\n\r\nnews"), OK, "news"},
		"bare line feeds":        {send("HTTP/1.1 200 OK\nContent-Length: 4\n\nnews"), OK, "news"},
		"chunked": {send(head, "Transfer-Encoding: chunked\r\n\r\n4\r\nnews\r\n0\r\n\r\n"), OK,
			"news"},
		"chunked with extensions": {send(head,
			"Transfer-Encoding: chunked\r\n\r\n4;a=b\r\nnews\r\n0\r\nTrailer: x\r\n\r\n"), OK, "news"},
		"length too long": {send(head, "Content-Length: 400\r\n\r\nnews"), BadResponse, ""},
		"two lengths": {send(head, "Content-Length: 4\r\nContent-Length: 5\r\n\r\nnews"), BadResponse,
			""},
		"length negative": {send(head, "Content-Length: -4\r\n\r\nnews"), BadResponse, ""},
		"missing last chunk": {send(head, "Transfer-Encoding: chunked\r\n\r\n4\r\nnews\r\n"), BadResponse,
			""},
		"chunk size that is not hexadecimal": {send(head, "Transfer-Encoding: chunked\r\n\r\nzz\r\nnews\r\n0\r\n\r\n"),
			BadResponse, ""},
		"largest chunk size": {send(head, "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nnews"), BadResponse,
			""},
		"chunk longer than its size": {send(head, "Transfer-Encoding: chunked\r\n\r\n2\r\nnews\r\n0\r\n\r\n"), BadResponse,
			""},
		"unknown transfer coding":     {send(head, "Transfer-Encoding: gzip, chunked\r\n\r\n"), BadResponse, ""},
		"nothing":                     {send(), BadResponse, ""},
		"incomplete headers":          {send(head), BadResponse, ""},
		"another protocol":            {send("SSH-2.0-OpenSSH_9.6\r\n"), BadResponse, ""},
		"status that is not a number": {send("HTTP/1.1 abc OK\r\n\r\n"), BadResponse, ""},
		"HTTP/0.9":                    {send("<rss/>"), BadResponse, ""},
		"only hints": {send(strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 50)),
			BadResponse, ""},
		"hints first": {send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", head,
			"Content-Length: 4\r\n\r\nnews"), OK, "news"},
		"2,000 header lines":  {send(head, lines(2000), "Content-Length: 4\r\n\r\nnews"), OK, "news"},
		"headers without end": {send(head, lines(40_000)), BadResponse, ""},
		"one header larger than all": {send(head, "X: ", strings.Repeat("x", 2*maxHeaderBytes), "\r\n\r\nnews"), BadResponse,
			""},
		"header line without a colon": {send(head, "nonsense\r\n\r\nnews"), BadResponse, ""},
		"header folded":               {send(head, "X: a\r\n b\r\nContent-Length: 4\r\n\r\nnews"), OK, "news"},
		"switching protocols": {send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
			BadResponse, ""},
		"reset before the answer":    {reset(""), Reset, ""},
		"reset in the body":          {reset(head + "Content-Length: 400\r\n\r\nnews"), Reset, ""},
		"reset in an unknown length": {reset(head + "\r\nnews"), Reset, ""},
		"body of a 304":              {send("HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\nnews"), BadResponse, ""},
	}
	i := 0
	for name, test := range tests {
		i++
		host := fmt.Sprintf("odd%d.test", i)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := get(t, newClient(t, Config{Lab: names.addr}), Request{URL: raw(t, host, test.answer)})
			wantOutcome(t, r, test.want)
			if string(r.Body) != test.body {
				t.Errorf("body %q, want %q", r.Body, test.body)
			}
		})
	}
}

func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "X-Line-%d: x\r\n", i)
	}
	return b.String()
}

// reset sends the text and then closes the connection with RST instead of FIN.
func reset(text string) func(conn *net.TCPConn) {
	return func(conn *net.TCPConn) {
		conn.Write([]byte(text))
		_ = conn.SetLinger(0)
	}
}

func TestRefusedConnection(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := portOf(listener)
	listener.Close()
	r := get(t, newClient(t, Config{}), Request{URL: "http://refused.test:" + port})
	wantOutcome(t, r, Refused)
	if r.Status != 0 || r.FinalURL != "http://refused.test:"+port+"/" {
		t.Errorf("status %d, final address %s", r.Status, r.FinalURL)
	}
}
