package simulator

import (
	"context"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// nameServer resolves names below .test and the hosts of platforms to 127.0.0.1, with a few
// exceptions, and forwards other names to the system resolver.
type nameServer struct {
	addr   string
	conn   net.PacketConn
	sites  map[string]*Site
	rebind atomic.Int64
	isDown atomic.Bool // see networkSwitch
}

// Lookup is the answer to a DNS query.
type Lookup int

// The answers to DNS queries.
const (
	Resolves      Lookup = iota // the address of the simulator
	RefusesAt                   // a loopback address on which nothing listens, so that connections are refused
	NameError                   // the name does not exist
	ServerFailure               // the name server fails
)

// refusingAddress is a loopback address on which the simulator does not listen.
var refusingAddress = [4]byte{127, 0, 0, 2}

const (
	// ttl of answers in seconds; 0 prevents caching.
	ttl = 0
	// upstreamTimeout limits the system resolver. It is less than the 5 s that a stub resolver waits.
	upstreamTimeout = 4 * time.Second
	// maxAddresses limits the addresses of one answer, which must fit into 512 bytes (RFC 1035
	// §4.2.1).
	maxAddresses = 8
)

func startNameServer(sites map[string]*Site) (*nameServer, error) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	n := &nameServer{addr: conn.LocalAddr().String(), conn: conn, sites: sites}
	go n.serve()
	return n, nil
}

func (n *nameServer) close() error { return n.conn.Close() }

func (n *nameServer) serve() {
	packet := make([]byte, 1500)
	for {
		size, from, err := n.conn.ReadFrom(packet)
		if err != nil {
			return
		}
		question := append([]byte(nil), packet[:size]...)
		go func() {
			if answer := n.answer(question); answer != nil {
				_, _ = n.conn.WriteTo(answer, from)
			}
		}()
	}
}

func (n *nameServer) answer(packet []byte) []byte {
	var message dnsmessage.Message
	if message.Unpack(packet) != nil || len(message.Questions) != 1 {
		return nil
	}
	question := message.Questions[0]
	message.Header.Response, message.Header.RecursionAvailable = true, true
	message.Additionals = nil
	name := strings.ToLower(strings.TrimSuffix(question.Name.String(), "."))
	site := n.sites[strings.TrimPrefix(name, "www.")]
	lookup := Resolves
	if site != nil && site.Lookup != nil {
		lookup = site.Lookup()
	}
	switch {
	case name == "dns-silent.test":
		return nil
	case n.isDown.Load(), name == "dns-fails.test", lookup == ServerFailure:
		message.Header.RCode = dnsmessage.RCodeServerFailure
	case strings.HasSuffix(name, "nowhere.test"), lookup == NameError, site != nil && site.OnlyWWW && name == site.Host:
		message.Header.RCode = dnsmessage.RCodeNameError
	case !strings.HasSuffix(name, ".test") && site == nil:
		n.resolveUpstream(&message, question, name)
	case question.Type == dnsmessage.TypeA && lookup == RefusesAt:
		message.Answers = []dnsmessage.Resource{resource(question, refusingAddress)}
	case question.Type == dnsmessage.TypeA:
		message.Answers = []dnsmessage.Resource{resource(question, n.address(name))}
	}
	answer, err := message.Pack()
	if err != nil {
		return nil
	}
	return answer
}

// resolveUpstream answers with the addresses of the system resolver, so that real sites can be
// added on a machine with a network.
func (n *nameServer) resolveUpstream(message *dnsmessage.Message, question dnsmessage.Question, name string) {
	ctx, cancel := context.WithTimeout(context.Background(), upstreamTimeout)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip4", name)
	if err != nil {
		message.Header.RCode = dnsmessage.RCodeNameError
		return
	}
	if question.Type != dnsmessage.TypeA {
		return
	}
	for _, address := range addresses[:min(len(addresses), maxAddresses)] {
		message.Answers = append(message.Answers, resource(question, address.Unmap().As4()))
	}
}

func resource(question dnsmessage.Question, address [4]byte) dnsmessage.Resource {
	return dnsmessage.Resource{
		Header: dnsmessage.ResourceHeader{Name: question.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET, TTL: ttl},
		Body:   &dnsmessage.AResource{A: address},
	}
}

func (n *nameServer) address(name string) [4]byte {
	switch name {
	case "rebinds.test": // every other lookup returns a private address
		if n.rebind.Add(1)%2 == 0 {
			return [4]byte{10, 0, 0, 1}
		}
	case "private.test":
		return [4]byte{192, 168, 1, 1}
	case "metadata.test":
		return [4]byte{169, 254, 169, 254}
	}
	return [4]byte{127, 0, 0, 1}
}
