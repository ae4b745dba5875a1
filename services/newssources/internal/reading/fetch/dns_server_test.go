package fetch

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// dnsServer is a DNS server on loopback. Every name below "test" resolves to 127.0.0.1 unless it is
// set.
type dnsServer struct {
	addr string

	mu      sync.Mutex
	answers map[string][]reply // replies of successive lookups; the last one is repeated
	queries map[string]int     // questions for A records

	delayedReplies []delayedReply
}

// delayedReply is sent when the test ends.
type delayedReply struct {
	answer []byte
	to     net.Addr
}

// reply is the DNS answer for a name. The zero value means NXDOMAIN.
type reply struct {
	ips    []netip.Addr
	code   dnsmessage.RCode
	silent bool
}

var noSuchName = reply{code: dnsmessage.RCodeNameError}

func ips(list ...string) reply {
	var r reply
	for _, ip := range list {
		r.ips = append(r.ips, netip.MustParseAddr(ip))
	}
	return r
}

func newDNSServer(t testing.TB) *dnsServer {
	conn, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &dnsServer{addr: conn.LocalAddr().String(), answers: map[string][]reply{}, queries: map[string]int{}}
	done := make(chan struct{})
	t.Cleanup(func() {
		n.mu.Lock()
		delayed := n.delayedReplies
		n.mu.Unlock()
		for _, reply := range delayed { // otherwise the resolver would wait for seconds
			_, _ = conn.WriteTo(reply.answer, reply.to)
		}
		conn.Close()
		<-done
	})
	go func() {
		defer close(done)
		buffer := make([]byte, 4096)
		for {
			size, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			answer, silent := n.answer(buffer[:size])
			if silent {
				n.delay(delayedReply{answer, from})
				continue
			}
			_, _ = conn.WriteTo(answer, from)
		}
	}()
	return n
}

// set defines the replies of successive lookups of a name.
func (n *dnsServer) set(name string, replies ...reply) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.answers[name] = replies
}

func (n *dnsServer) queryCount(name string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.queries[name]
}

func (n *dnsServer) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, n.addr)
	}}
}

func (n *dnsServer) delay(reply delayedReply) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.delayedReplies = append(n.delayedReplies, reply)
}

func (n *dnsServer) answer(packet []byte) (answer []byte, silent bool) {
	var query dnsmessage.Message
	if query.Unpack(packet) != nil || len(query.Questions) != 1 {
		return nil, true
	}
	question := query.Questions[0]
	r := n.next(strings.TrimSuffix(strings.ToLower(question.Name.String()), "."), question.Type == dnsmessage.TypeA)
	if r.silent {
		r = reply{code: dnsmessage.RCodeNameError, silent: true}
	}
	response := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: query.ID, Response: true, RecursionAvailable: true, RCode: r.code},
		Questions: query.Questions,
	}
	for _, ip := range r.ips {
		header := dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: dnsmessage.ClassINET}
		switch {
		case ip.Is4() && question.Type == dnsmessage.TypeA:
			response.Answers = append(response.Answers,
				dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: ip.As4()}})
		case ip.Is6() && question.Type == dnsmessage.TypeAAAA:
			response.Answers = append(response.Answers,
				dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: ip.As16()}})
		}
	}
	answer, _ = response.Pack()
	return answer, r.silent
}

// next returns the reply of the current lookup. A lookup queries A and AAAA; only the A query
// advances.
func (n *dnsServer) next(name string, counts bool) reply {
	n.mu.Lock()
	defer n.mu.Unlock()
	replies, known := n.answers[name]
	position := n.queries[name]
	if counts {
		n.queries[name]++
	}
	switch {
	case known && len(replies) > 0:
		return replies[min(position, len(replies)-1)]
	case strings.HasSuffix(name, ".test"):
		return ips("127.0.0.1")
	}
	return noSuchName
}
