package fetch

import (
	"errors"
	"io"
)

const (
	// minRatioBytes is the decompressed size from which the ratio is limited: small bodies of zeros
	// are harmless.
	minRatioBytes = 1 << 20
	// minReservedBytes is the size from which memory is reserved for a body. TLS and HTTP buffers take
	// about as much for any response. Most feeds are smaller, and a site that stalls does not reach
	// it.
	minReservedBytes = 64 << 10
)

var (
	errTooLarge = errors.New("the body exceeds the size limit")
	errRatio    = errors.New("the body exceeds the compression ratio limit")
	errEncoding = errors.New("the body cannot be decompressed")
	errNoMemory = errors.New("no memory could be reserved for the body in time")
)

// body is the result of reading a response body. If err is set, data holds what was read before the
// error.
type body struct {
	data   []byte
	coding string // content codings that were decoded
	wire   int64  // bytes before decompression
	err    error
}

// bodyMemory is the memory for a body, which is stored in buffer if it fits. If reserve is not nil,
// it is called once before a body of more than minReservedBytes is read.
type bodyMemory struct {
	buffer  []byte
	reserve func() error
}

// readBody reads and decompresses a body. It stops at maxBytes, or when the decompressed size
// exceeds ratio times the compressed size.
func readBody(from io.Reader, header string, maxBytes, ratio int64, memory bodyMemory) (b body) {
	compressed := &wireReader{from: from, ratio: ratio}
	var out []byte
	decoded, coding, err := decompress(compressed, header)
	if err == nil {
		out, err = readChunks(decoded, maxBytes, memory.buffer, func(size int) error {
			if memory.reserve == nil || size < minReservedBytes {
				return nil
			}
			reserve := memory.reserve
			memory.reserve = nil
			return reserve()
		})
	}
	return body{data: out, coding: coding, wire: compressed.n, err: compressed.classify(err)}
}

// readChunks reads up to maxBytes in chunks, into buffer or, if that is too small, into new memory.
// It calls check with the size after each chunk and stops at its error. The memory is never larger
// than the limit, unlike that of a bytes.Buffer, so that a reservation of maxBytes covers it.
func readChunks(from io.Reader, maxBytes int64, buffer []byte, check func(size int) error) (out []byte, err error) {
	const chunk = 32 << 10
	limit := int(maxBytes) + 1
	out = buffer[:0:min(cap(buffer), limit)]
	for {
		if len(out) == cap(out) {
			grown := make([]byte, len(out), min(limit, max(chunk, 2*cap(out))))
			copy(grown, out)
			out = grown
		}
		n, err := from.Read(out[len(out):min(cap(out), len(out)+chunk)])
		out = out[:len(out)+n]
		switch {
		case len(out) == limit:
			return out[:maxBytes], errTooLarge
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return out, err
		}
		if err := check(len(out)); err != nil {
			return out, err
		}
	}
}

// wireReader counts the bytes before decompression and records the read error.
type wireReader struct {
	from          io.Reader
	n             int64
	err           error
	ratio         int64 // maximum of decompressed to compressed bytes
	ratioExceeded bool
}

func (w *wireReader) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	w.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}

// layerReader limits the ratio of one content coding. Each coding is limited on its own, because a
// bomb that is compressed several times can keep the decoders busy for hours without producing any
// output.
type layerReader struct {
	from io.Reader
	wire *wireReader
	n    int64
}

func (l *layerReader) Read(p []byte) (int, error) {
	if l.n > minRatioBytes && l.n > l.wire.ratio*l.wire.n {
		l.wire.ratioExceeded = true
		return 0, errRatio
	}
	n, err := l.from.Read(p)
	l.n += int64(n)
	return n, err
}

// classify distinguishes a broken connection from malformed compression, because decoders return
// various errors when their source fails.
func (w *wireReader) classify(err error) error {
	switch {
	case err == nil, errors.Is(err, errTooLarge), errors.Is(err, errNoMemory):
		return err
	case w.ratioExceeded:
		return errRatio
	case w.err != nil:
		return w.err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF // the compressed stream is incomplete
	}
	return errors.Join(errEncoding, err)
}
