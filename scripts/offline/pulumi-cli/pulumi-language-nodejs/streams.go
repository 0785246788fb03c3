package main

import (
	"io"
	"sync"
)

type sharedWriter struct {
	turn *sync.Mutex
	io.Writer
}

func (w sharedWriter) Write(text []byte) (int, error) {
	w.turn.Lock()
	defer w.turn.Unlock()
	return w.Writer.Write(text)
}

// oneAtATime guards the gRPC stream behind both writers, which allows only one sender.
func oneAtATime(stdout, stderr io.Writer) (io.Writer, io.Writer) {
	turn := &sync.Mutex{}
	return sharedWriter{turn, stdout}, sharedWriter{turn, stderr}
}
