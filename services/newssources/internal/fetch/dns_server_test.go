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

// names is a DNS server on loopback. Every name below "test" resolves to 127.0.0.1 unless it is set.
type names struct {
	addr string

	mu      sync.Mutex
	answers map[string][]reply // one after the other, the last one for good
	asked   map[string]int     // questions for A records

	unanswered []late
}

// late delays the reply until the test ends.
type late struct {
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

func newNames(t testing.TB) *names {
	conn, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &names{addr: conn.LocalAddr().String(), answers: map[string][]reply{}, asked: map[string]int{}}
	done := make(chan struct{})
	t.Cleanup(func() {
		n.mu.Lock()
		waiting := n.unanswered
		n.mu.Unlock()
		for _, late := range waiting { // otherwise the resolver would wait for seconds
			_, _ = conn.WriteTo(late.answer, late.to)
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
				n.keep(late{answer, from})
				continue
			}
			_, _ = conn.WriteTo(answer, from)
		}
	}()
	return n
}

// set defines the replies of successive lookups of a name.
func (n *names) set(name string, replies ...reply) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.answers[name] = replies
}

func (n *names) questions(name string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.asked[name]
}

func (n *names) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, n.addr)
	}}
}

func (n *names) keep(l late) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.unanswered = append(n.unanswered, l)
}

func (n *names) answer(packet []byte) (answer []byte, silent bool) {
	var ask dnsmessage.Message
	if ask.Unpack(packet) != nil || len(ask.Questions) != 1 {
		return nil, true
	}
	question := ask.Questions[0]
	r := n.next(strings.TrimSuffix(strings.ToLower(question.Name.String()), "."), question.Type == dnsmessage.TypeA)
	if r.silent {
		r = reply{code: dnsmessage.RCodeNameError, silent: true}
	}
	tell := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: ask.ID, Response: true, RecursionAvailable: true, RCode: r.code},
		Questions: ask.Questions,
	}
	for _, ip := range r.ips {
		header := dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: dnsmessage.ClassINET}
		switch {
		case ip.Is4() && question.Type == dnsmessage.TypeA:
			tell.Answers = append(tell.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: ip.As4()}})
		case ip.Is6() && question.Type == dnsmessage.TypeAAAA:
			tell.Answers = append(tell.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: ip.As16()}})
		}
	}
	answer, _ = tell.Pack()
	return answer, r.silent
}

// next returns the reply of the current lookup. A lookup queries A and AAAA; only the A query advances.
func (n *names) next(name string, counts bool) reply {
	n.mu.Lock()
	defer n.mu.Unlock()
	replies, known := n.answers[name]
	turn := n.asked[name]
	if counts {
		n.asked[name]++
	}
	switch {
	case known && len(replies) > 0:
		return replies[min(turn, len(replies)-1)]
	case strings.HasSuffix(name, ".test"):
		return ips("127.0.0.1")
	}
	return noSuchName
}
