package fetch

import (
	"bytes"
	"errors"
	"io"
)

const (
	// ratioFrom is the size from which on the ratio counts: small bodies of zeros are harmless.
	ratioFrom = 1 << 20
	// roomFrom is the size from which on a body needs room: TLS and HTTP take about as much for any answer. Most feeds are
	// smaller, and what hangs or drips never gets there.
	roomFrom = 64 << 10
)

var (
	errTooLarge = errors.New("the body is larger than what is read")
	errRatio    = errors.New("the body unpacks to far more than was sent")
	errEncoding = errors.New("the body's encoding can't be undone")
	errNoRoom   = errors.New("there was no room for the body in time")
)

// body is what was read of one. Data is there with every error: what came before it.
type body struct {
	data   []byte
	coding string // that was undone
	wire   int64  // bytes as they were sent
	err    error
}

// readBody reads and unpacks a body. It stops at most bytes, or where a packed one comes to more than ratio times what
// was sent. Before it reads a large one it asks for room, if it is to.
func readBody(from io.Reader, header string, most, ratio int64, room func() error) (b body) {
	sent := &wire{from: from, ratio: ratio}
	var out bytes.Buffer
	unpacked, coding, err := unpack(sent, header)
	if err == nil {
		err = drain(&out, unpacked, most, func() error {
			if room == nil || out.Len() < roomFrom {
				return nil
			}
			ask := room
			room = nil
			return ask()
		})
	}
	return body{data: out.Bytes(), coding: coding, wire: sent.n, err: sent.blame(err)}
}

// drain reads to the end, at most bytes, and as long as it may go on.
func drain(out *bytes.Buffer, from io.Reader, most int64, goOn func() error) error {
	const chunk = 32 << 10
	for {
		_, err := io.CopyN(out, from, min(chunk, most+1-int64(out.Len())))
		switch {
		case int64(out.Len()) > most:
			out.Truncate(int(most))
			return errTooLarge
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := goOn(); err != nil {
			return err
		}
	}
}

// wire counts what was sent, and remembers how it ended.
type wire struct {
	from  io.Reader
	n     int64
	err   error
	ratio int64 // of what a coding may unpack to
	dense bool  // one did to more
}

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	w.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}

// layer is what one coding unpacks to. Each is measured, since a packing of nothing, packed again and again, is a few
// kilobytes that come to nothing, after hours in which nobody can stop the decoders.
type layer struct {
	from io.Reader
	sent *wire
	n    int64
}

func (l *layer) Read(p []byte) (int, error) {
	if l.n > ratioFrom && l.n > l.sent.ratio*l.sent.n {
		l.sent.dense = true
		return 0, errRatio
	}
	n, err := l.from.Read(p)
	l.n += int64(n)
	return n, err
}

// blame tells a broken connection from a broken packing: decoders say all kinds of things when their source fails.
func (w *wire) blame(err error) error {
	switch {
	case err == nil, errors.Is(err, errTooLarge), errors.Is(err, errNoRoom):
		return err
	case w.dense:
		return errRatio
	case w.err != nil:
		return w.err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF // the packed stream stops in its middle
	}
	return errors.Join(errEncoding, err)
}
