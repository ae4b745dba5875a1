package main

import (
	"context"
	"hash/fnv"
	"net"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// upstreamTimeout is less than the 5 s after which a stub resolver repeats a query.
const upstreamTimeout = 4 * time.Second

// serveNames answers questions until conn is closed.
func serveNames(conn net.PacketConn) {
	packet := make([]byte, 1500)
	for {
		size, from, err := conn.ReadFrom(packet)
		if err != nil {
			return
		}
		question := append([]byte(nil), packet[:size]...)
		go func() {
			if answer := answer(question); answer != nil {
				_, _ = conn.WriteTo(answer, from)
			}
		}()
	}
}

// answer returns the response to a question: a public IPv4 address for a name below .test; other
// names are resolved by the cluster's DNS server. It returns nil for an invalid question.
func answer(packet []byte) []byte {
	var message dnsmessage.Message
	if message.Unpack(packet) != nil || len(message.Questions) != 1 {
		return nil
	}
	question := message.Questions[0]
	message.Response, message.RecursionAvailable = true, true
	message.Additionals = nil
	name := strings.ToLower(question.Name.String())
	var addresses []net.IP
	if strings.HasSuffix(name, ".test.") {
		addresses = []net.IP{address(name)}
	} else {
		ctx, cancel := context.WithTimeout(context.Background(), upstreamTimeout)
		defer cancel()
		var err error
		if addresses, err = net.DefaultResolver.LookupIP(ctx, "ip4", name); err != nil {
			message.RCode = dnsmessage.RCodeNameError
		}
	}
	if question.Type == dnsmessage.TypeA {
		for _, ip := range addresses {
			message.Answers = append(message.Answers, dnsmessage.Resource{
				Header: dnsmessage.ResourceHeader{Name: question.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET},
				Body:   &dnsmessage.AResource{A: [4]byte(ip.To4())},
			})
		}
	}
	response, err := message.Pack()
	if err != nil {
		return nil
	}
	return response
}

// address returns an address in 93.184.0.0/16 that depends only on the name.
func address(name string) net.IP {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(name))
	sum := hash.Sum32()
	return net.IPv4(93, 184, byte(sum>>8), byte(sum))
}
