package simulator

import (
	"errors"
	"net"
	"sync"
	"time"
)

// splitter distributes the connections of one port to an http and an https server, so that the same
// host and port work with either scheme. A TLS connection is recognized by its first byte.
type splitter struct {
	net.Listener
	plain, secure *connQueue
}

const (
	// handshakeByte is the first byte of a TLS connection (RFC 8446 §5.1).
	handshakeByte = 22
	// firstByteLimit limits the wait for the first byte of a connection.
	firstByteLimit = 10 * time.Second
)

func split(listener net.Listener) *splitter {
	s := &splitter{Listener: listener, plain: newConnQueue(listener), secure: newConnQueue(listener)}
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
	case to.waiting <- &peekedConn{TCPConn: tcp, first: first}:
	case <-to.ended:
		conn.Close()
	}
}

// peekedConn is a connection whose first byte has already been read.
type peekedConn struct {
	*net.TCPConn
	first []byte
}

func (b *peekedConn) Read(p []byte) (int, error) {
	if len(b.first) > 0 && len(p) > 0 {
		n := copy(p, b.first)
		b.first = b.first[n:]
		return n, nil
	}
	return b.TCPConn.Read(p)
}

// connQueue is the listener of one of the two servers.
type connQueue struct {
	of      net.Listener
	waiting chan net.Conn
	ended   chan struct{}
	once    sync.Once
}

func newConnQueue(of net.Listener) *connQueue {
	return &connQueue{of: of, waiting: make(chan net.Conn), ended: make(chan struct{})}
}

func (q *connQueue) end() { q.once.Do(func() { close(q.ended) }) }

// Accept waits for a connection to this server.
func (q *connQueue) Accept() (net.Conn, error) {
	select {
	case conn := <-q.waiting:
		return conn, nil
	case <-q.ended:
		return nil, net.ErrClosed
	}
}

// Close closes the shared port, and thereby both listeners.
func (q *connQueue) Close() error {
	q.end()
	if err := q.of.Close(); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// Addr returns the address of the shared port.
func (q *connQueue) Addr() net.Addr { return q.of.Addr() }
