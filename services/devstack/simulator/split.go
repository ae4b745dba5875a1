package simulator

import (
	"errors"
	"net"
	"sync"
	"time"
)

// splitter serves http and https on one port, so that the same address works with either scheme, as on the internet's
// usual ports: TLS begins with a byte that no request begins with.
type splitter struct {
	net.Listener
	plain, secure *queue
}

const (
	// handshakeByte is the first of a TLS record that begins a connection (RFC 8446 §5.1).
	handshakeByte = 22
	// firstByteLimit: who doesn't say anything isn't waited for.
	firstByteLimit = 10 * time.Second
)

func split(listener net.Listener) *splitter {
	s := &splitter{Listener: listener, plain: newQueue(listener), secure: newQueue(listener)}
	go s.accept()
	return s
}

func (s *splitter) accept() {
	for {
		conn, err := s.Accept()
		if err != nil {
			s.plain.end()
			s.secure.end()
			return
		}
		go s.sort(conn)
	}
}

func (s *splitter) sort(conn net.Conn) {
	first := make([]byte, 1)
	_ = conn.SetReadDeadline(time.Now().Add(firstByteLimit))
	if _, err := conn.Read(first); err != nil {
		conn.Close()
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	to := s.plain
	if first[0] == handshakeByte {
		to = s.secure
	}
	tcp, _ := conn.(*net.TCPConn)
	select {
	case to.waiting <- &begun{TCPConn: tcp, first: first}:
	case <-to.ended:
		conn.Close()
	}
}

// begun is a connection whose first byte was read already.
type begun struct {
	*net.TCPConn
	first []byte
}

func (b *begun) Read(p []byte) (int, error) {
	if len(b.first) > 0 && len(p) > 0 {
		n := copy(p, b.first)
		b.first = b.first[n:]
		return n, nil
	}
	return b.TCPConn.Read(p)
}

// queue is the half of a listener that one of the two servers has.
type queue struct {
	of      net.Listener
	waiting chan net.Conn
	ended   chan struct{}
	once    sync.Once
}

func newQueue(of net.Listener) *queue {
	return &queue{of: of, waiting: make(chan net.Conn), ended: make(chan struct{})}
}

func (q *queue) end() { q.once.Do(func() { close(q.ended) }) }

// Accept waits for a connection of this half.
func (q *queue) Accept() (net.Conn, error) {
	select {
	case conn := <-q.waiting:
		return conn, nil
	case <-q.ended:
		return nil, net.ErrClosed
	}
}

// Close ends both halves, as there is only one port.
func (q *queue) Close() error {
	q.end()
	if err := q.of.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Addr is the port's.
func (q *queue) Addr() net.Addr { return q.of.Addr() }
